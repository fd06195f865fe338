import type { Page } from '@playwright/test'
import { examine } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { userIdOf } from './support/by-request.ts'
import { createAccount, newEmail } from './support/people.ts'
import { fits } from './support/phone.ts'
import { expect, type Roles, test, type VisitOptions } from './support/test.ts'

async function atTheInvitations({ admin }: Pick<Roles, 'admin'>, email: string, options: VisitOptions = {}) {
  const { page, context } = await admin(options)
  await page.goto(`/admin/dashboard?tab=invitations&invited=${email}`)
  return { page, context }
}

async function send(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Send Beta Invitation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Beta Invitation' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
}

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** Refreshes the table until it shows this status: mails are sent a moment after the request. */
async function comesTo(page: Page, email: string, status: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return rowOf(page, email).textContent()
      },
      { intervals: [300] },
    )
    .toContain(status)
}

/** Opens the newest message to an address in the built-in mailbox; viewing it loads its tracking picture. */
async function openMail(page: Page, email: string) {
  const [newest] = (await (await page.request.get(`/dev/mailbox/messages?to=${email}`)).json()) as {
    id: number
  }[]
  await page.goto(`/dev/mailbox/${newest?.id}`)
  return page.frameLocator('iframe')
}

test('an invitation is sent, delivered, opened, clicked and accepted, and staff see each step', async ({
  visitor,
  admin,
}) => {
  const email = newEmail('guest')
  const { page, context } = await atTheInvitations({ admin }, email)
  await expect(page.getByText('No beta invitations found')).toBeVisible()
  await page.getByRole('button', { name: 'Send Beta Invitation' }).click()
  await page.getByRole('button', { name: 'Send Invitation', exact: true }).click()
  await expect(page.getByText('Email Required', { exact: true })).toBeVisible()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Invitation', exact: true }).click()
  await expect(page.getByText('Invitation Sent', { exact: true })).toBeVisible()
  await send(page, email)
  await expect(page.getByText('Already Invited', { exact: true })).toBeVisible()
  await comesTo(page, email, 'Delivered')
  await expect
    .poll(() => rowOf(page, email).textContent())
    .toMatch(/\(this minute\).*Owen Hughes.*Not registered/s)

  const { page: guest } = await visitor()
  const mail = await openMail(guest, email)
  await expect(mail.getByRole('heading', { name: 'You’re invited to Verdaccord' })).toBeVisible()
  await comesTo(page, email, 'Opened')
  await mail.getByRole('link', { name: 'Accept the invitation' }).click()
  await expect(guest.getByRole('heading', { name: 'You’re invited to Verdaccord' })).toBeVisible()
  await examine(guest, 'The invitation', { narrow: true })
  await comesTo(page, email, 'Clicked')
  await guest.getByRole('link', { name: 'Create your account' }).click()
  await createAccount(guest, email)
  await guest.waitForURL('/onboarding')
  await comesTo(page, email, 'Accepted')
  await expect(rowOf(page, email)).toContainText('Has signed up')

  await page.getByRole('button', { name: /^Details/ }).click()
  const details = page.getByRole('dialog', { name: `Email tracking of ${email}` })
  for (const step of ['Delivered', 'Opened', 'Clicked']) await expect(details.getByText(step)).toBeVisible()
  await examine(page, 'Beta invitations')
  await page.goto(`/admin/users/${await userIdOf(context, email)}?tab=invites`)
  await expect(page.getByRole('heading', { name: `Invitation to ${email}` })).toBeVisible()
  await examine(page, 'Email & Invites', { narrow: true })
})

test('an invitation is sent again from the user’s link, keeps its events, and its reader unsubscribes', async ({
  visitor,
  admin,
}) => {
  const email = newEmail('again')
  const { page, context } = await atTheInvitations({ admin }, email)
  await send(page, email)
  await comesTo(page, email, 'Delivered')
  const answer = await context.request.get(`/api/admin/beta-invites?email=${email}`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  await page.goto(`/admin/dashboard?resend=${data[0]?.id}`)
  const dialog = page.getByRole('dialog', { name: 'Resend Beta Invitation' })
  await expect(dialog.getByText('This will send a new email and reset tracking data.')).toBeVisible()
  await expect(dialog.getByText(email)).toBeVisible()
  await examine(page, 'Resend')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=invitations')
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await rowOf(page, email).getByRole('button', { name: 'Resend' }).click()
  await dialog.getByRole('button', { name: 'Resend Invitation' }).click()
  await expect(page.getByText('Invitation Resent', { exact: true })).toBeVisible()
  await expect(page.getByText(`Successfully resent invitation to ${email}`, { exact: true })).toBeVisible()
  await comesTo(page, email, 'Delivered')
  await page.getByRole('button', { name: /^Details/ }).click()
  await expect(page.getByText(/^Last resent .* by Owen Hughes$/)).toBeVisible()
  await expect(page.getByText('Previous events')).toBeVisible()
  await page.keyboard.press('Escape')

  const { page: guest } = await visitor(PHONE)
  const mail = await openMail(guest, email)
  await mail.getByRole('link', { name: 'Unsubscribe from invitations' }).click()
  await expect(guest.getByRole('heading', { name: 'Unsubscribe from invitations' })).toBeVisible()
  await fits(guest)
  await guest.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(guest.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  await comesTo(page, email, 'Unsubscribed')
  await expect(rowOf(page, email)).toContainText('Unsubscribed')
})

test('a file of addresses gets a result for each line; the table is sorted and paged by its URL', async ({
  admin,
}) => {
  const mark = newEmail('csv').split('@')[0] ?? ''
  const addresses = Array.from({ length: 12 }, (_, index) => `${mark}-${index + 10}@people.example`)
  const { page } = await atTheInvitations({ admin }, mark)
  await page.getByRole('button', { name: 'Invite from CSV' }).click()
  await page.getByRole('button', { name: 'CSV file' }).setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Email,Name', ...addresses, 'nobody', addresses[0]].join('\n')),
  })
  await page.getByRole('button', { name: 'Send Invitations' }).click()
  const report = page.getByRole('dialog', { name: 'Invitations from your file' })
  await expect(report.getByText('12 of 14 invitations were sent.')).toBeVisible()
  await expect(report.getByRole('row').nth(1)).toHaveText('14nobodyPlease enter a valid email address')
  await expect(report.getByText('The same address as on line 2.')).toBeVisible()
  await examine(page, 'The report on a file')
  await report.getByRole('button', { name: 'Done' }).click()

  await expect(page.getByText('Showing 1 to 10 of 12 invites')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Email', exact: true }).getByRole('button').click()
  await expect(page.getByRole('row').nth(1)).toContainText(addresses[0] ?? '')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 12 of 12 invites')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Showing 11 to 12 of 12 invites')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(addresses[10] ?? '')
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.getByLabel('Email').fill(addresses[11] ?? '')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(rowOf(page, addresses[11] ?? '')).toBeVisible()
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBeNull()
})
