import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { examine } from './support/accessibility.ts'
import { PHONE, visit, withBrowser } from './support/browser.ts'
import { arrive, userIdOf } from './support/by-request.ts'
import { createAccount, newEmail, REVIEWER } from './support/people.ts'
import { fits } from './support/phone.ts'

withBrowser()

async function atTheInvitations(email: string, options: Parameters<typeof visit>[0] = {}) {
  const { page, context } = await visit(options)
  await arrive(context, REVIEWER)
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

/** Refreshes the table until it says so: mails leave a moment after they were asked for. */
async function comesTo(page: Page, email: string, status: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return rowOf(page, email).textContent()
      },
      { interval: 300 },
    )
    .toContain(status)
}

/** The newest message to an address as the built-in mailbox shows it; looking at it loads its picture. */
async function openMail(page: Page, email: string) {
  const [newest] = (await (await page.request.get(`/dev/mailbox/messages?to=${email}`)).json()) as {
    id: number
  }[]
  await page.goto(`/dev/mailbox/${newest?.id}`)
  return page.frameLocator('iframe')
}

test('an invitation is sent, delivered, opened, clicked and accepted, and staff see each step', async () => {
  const email = newEmail('guest')
  const { page, context } = await atTheInvitations(email)
  await page.getByText('No beta invitations found').waitFor()
  await page.getByRole('button', { name: 'Send Beta Invitation' }).click()
  await page.getByRole('button', { name: 'Send Invitation', exact: true }).click()
  await page.getByText('Email Required', { exact: true }).waitFor()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Invitation', exact: true }).click()
  await page.getByText('Invitation Sent', { exact: true }).waitFor()
  await send(page, email)
  await page.getByText('Already Invited', { exact: true }).waitFor()
  await comesTo(page, email, 'Delivered')
  await expect
    .poll(() => rowOf(page, email).textContent())
    .toMatch(/\(this minute\).*Marta Silva.*Not registered/s)

  const { page: guest } = await visit()
  const mail = await openMail(guest, email)
  await mail.getByRole('heading', { name: 'You are invited to Verdaccord' }).waitFor()
  await comesTo(page, email, 'Opened')
  await mail.getByRole('link', { name: 'Accept the invitation' }).click()
  await guest.getByRole('heading', { name: 'You are invited to Verdaccord' }).waitFor()
  await examine(guest, 'The invitation', { narrow: true })
  await comesTo(page, email, 'Clicked')
  await guest.getByRole('link', { name: 'Create your account' }).click()
  await createAccount(guest, email)
  await guest.waitForURL('/onboarding')
  await comesTo(page, email, 'Accepted')
  await expect.poll(() => rowOf(page, email).textContent()).toContain('Has signed up')

  await page.getByRole('button', { name: /^Details/ }).click()
  const details = page.getByRole('dialog', { name: `Email tracking of ${email}` })
  for (const step of ['Delivered', 'Opened', 'Clicked']) await details.getByText(step).waitFor()
  await examine(page, 'Beta invitations')
  await page.goto(`/admin/users/${await userIdOf(context, email)}?tab=invites`)
  await page.getByRole('heading', { name: `Invitation to ${email}` }).waitFor()
  await examine(page, 'Email & Invites', { narrow: true })
})

test('an invitation is sent again by the link of the user, keeps its events, and its reader unsubscribes', async () => {
  const email = newEmail('again')
  const { page, context } = await atTheInvitations(email)
  await send(page, email)
  await comesTo(page, email, 'Delivered')
  const answer = await context.request.get(`/api/admin/beta-invites?email=${email}`)
  const { data } = (await answer.json()) as { data: { id: number }[] }
  await page.goto(`/admin/dashboard?resend=${data[0]?.id}`)
  const dialog = page.getByRole('dialog', { name: 'Resend Beta Invitation' })
  await dialog.getByText('This will send a new email and reset tracking data.').waitFor()
  await dialog.getByText(email).waitFor()
  await examine(page, 'Resend')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=invitations')
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await rowOf(page, email).getByRole('button', { name: 'Resend' }).click()
  await dialog.getByRole('button', { name: 'Resend Invitation' }).click()
  await page.getByText('Invitation Resent', { exact: true }).waitFor()
  await page.getByText(`Successfully resent invitation to ${email}`, { exact: true }).waitFor()
  await comesTo(page, email, 'Delivered')
  await page.getByRole('button', { name: /^Details/ }).click()
  await page.getByText(/^Last resent .* by Marta Silva$/).waitFor()
  await page.getByText('Previous events').waitFor()
  await page.keyboard.press('Escape')

  const { page: guest } = await visit(PHONE)
  const mail = await openMail(guest, email)
  await mail.getByRole('link', { name: 'Unsubscribe from invitations' }).click()
  await guest.getByRole('heading', { name: 'Unsubscribe from invitations' }).waitFor()
  await fits(guest)
  await guest.getByRole('button', { name: 'Unsubscribe' }).click()
  await guest.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await comesTo(page, email, 'Unsubscribed')
  await expect.poll(() => rowOf(page, email).textContent()).toContain('Unsubscribed')
})

test('a file of addresses gets a report for each line; the table is turned and sorted by its URL', async () => {
  const mark = newEmail('csv').split('@')[0] ?? ''
  const addresses = Array.from({ length: 12 }, (_, index) => `${mark}-${index + 10}@people.example`)
  const { page } = await atTheInvitations(mark)
  await page.getByRole('button', { name: 'Invite from CSV' }).click()
  await page.getByRole('button', { name: 'CSV file' }).setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Email,Name', ...addresses, 'nobody', addresses[0]].join('\n')),
  })
  await page.getByRole('button', { name: 'Send Invitations' }).click()
  const report = page.getByRole('dialog', { name: 'Invitations from your file' })
  await report.getByText('12 of 14 invitations were sent.').waitFor()
  await expect
    .poll(() => report.getByRole('row').nth(1).textContent())
    .toBe('14nobodyPlease enter a valid email address')
  await report.getByText('The same address as on line 2.').waitFor()
  await examine(page, 'The report on a file')
  await report.getByRole('button', { name: 'Done' }).click()

  await page.getByText('Showing 1 to 10 of 12 invites').waitFor()
  await page.getByRole('columnheader', { name: 'Email', exact: true }).getByRole('button').click()
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain(addresses[0])
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Showing 11 to 12 of 12 invites').waitFor()
  await page.reload()
  await page.getByText('Showing 11 to 12 of 12 invites').waitFor()
  await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain(addresses[10])
  await page.setViewportSize({ width: 390, height: 844 })
  await fits(page)
  await page.getByLabel('Email').fill(addresses[11] ?? '')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await rowOf(page, addresses[11] ?? '').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBeNull()
})
