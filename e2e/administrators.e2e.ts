import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveNew, changeRole, userIdOf } from './support/by-request.ts'
import { mailsTo } from './support/people.ts'

withBrowser()

/** Someone of the company who has no role yet; their address is confirmed. */
async function arriveAsStaff(options: Parameters<typeof visit>[0] = {}) {
  const email = `clerk-${crypto.randomUUID().slice(0, 8)}@verdaccord.example`
  const { page, context } = await visit(options)
  await arriveNew(context, email)
  return { page, context, email }
}

test('a super admin gives somebody a role and takes it again; both count at once, are mailed, and stand in the log', async () => {
  const clerk = await arriveAsStaff()
  await clerk.page.goto('/admin/dashboard')
  await clerk.page.getByRole('heading', { name: 'Admin Access Only' }).waitFor()

  const { page, context } = await visit()
  await arrive(context, 'super@verdaccord.example')
  await page.goto('/admin/dashboard')
  await page.getByRole('tab', { name: 'Admin Controls' }).click()
  const card = page.getByRole('region', { name: 'Make a User an Admin' })
  await card.getByLabel('Email').fill('nobody@verdaccord.example')
  await card.getByRole('button', { name: 'Make Admin' }).click()
  const question = page.getByRole('dialog', { name: 'Make this user an Admin?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await expect.poll(() => card.getByLabel('Email').inputValue()).toBe('nobody@verdaccord.example')
  await card.getByLabel('Email').fill(clerk.email)
  await card.getByRole('button', { name: 'Make Admin' }).click()
  await question.getByRole('button', { name: 'Make Admin' }).click()
  await page.getByText(`${clerk.email} is now an admin.`, { exact: true }).waitFor()
  const row = page
    .getByRole('region', { name: 'Administrators' })
    .getByRole('row')
    .filter({ hasText: clerk.email })
  await row.getByText('by Priya Raman').waitFor()

  await clerk.page.reload()
  await clerk.page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
  await clerk.page.getByRole('tab', { name: 'Admin Controls' }).click()
  await clerk.page.getByText('Only a super admin can change roles').waitFor()
  expect((await mailsTo(page, clerk.email))[0]?.subject).toBe('You are now an Admin of Verdaccord')

  await row.getByRole('button', { name: /Remove Admin/ }).click()
  await page
    .getByRole('dialog', { name: 'Remove this Admin?' })
    .getByRole('button', { name: 'Remove Admin' })
    .click()
  await page.getByText(`${clerk.email} no longer has a role.`, { exact: true }).waitFor()
  await row.waitFor({ state: 'detached' })
  await clerk.page.reload()
  await clerk.page.getByRole('heading', { name: 'Admin Access Only' }).waitFor()

  await page.goto(`/admin/audit?person=${encodeURIComponent(clerk.email)}&type=user`)
  await page.getByRole('row', { name: /Role taken.*Priya Raman/ }).waitFor()
  await page.getByRole('row', { name: /Role given.*Priya Raman/ }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.csv')
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await page.getByText('The log is intact').waitFor()
})

test('a super admin is made by two: what one proposes, the other finds behind the bell and confirms', async () => {
  const [first, next] = [await arriveAsStaff(STILL), await arriveAsStaff()]
  const { page, context } = await visit(STILL)
  await arrive(context, 'super@verdaccord.example')
  // While there is one super admin alone, there is no one to ask.
  await changeRole(context, 'promote', first.email, 'super_admin')
  await page.goto('/admin/dashboard?tab=controls')
  await page.getByText('No proposals are waiting').waitFor()

  await first.page.goto('/admin/dashboard?tab=controls')
  const card = first.page.getByRole('region', { name: 'Make a User a Super Admin' })
  await card.getByLabel('Email').fill(next.email)
  await card.getByRole('button', { name: 'Make Super Admin' }).click()
  const question = first.page.getByRole('dialog', { name: 'Make this user a Super Admin?' })
  await question.getByText('once a second super admin confirms it').waitFor()
  await question.getByRole('button', { name: 'Make Super Admin' }).click()
  await first.page.getByText('Super admin proposed', { exact: true }).waitFor()
  const own = first.page.getByRole('region', { name: 'Waiting for a second super admin' })
  await own.getByRole('row', { name: next.email }).getByRole('button', { name: 'Withdraw' }).waitFor()

  expect((await mailsTo(page, 'super@verdaccord.example'))[0]?.text).toContain(next.email)
  await page.goto('/')
  await page.getByRole('button', { name: /^Notices, / }).click()
  await page
    .getByRole('link', { name: /proposed .+ as super admin/ })
    .first()
    .click()
  const waiting = page.getByRole('region', { name: 'Waiting for a second super admin' })
  const row = waiting.getByRole('row', { name: next.email })
  await row.getByRole('button', { name: 'Decline' }).click()
  const doubt = page.getByRole('dialog', { name: 'Decline this proposal?' })
  await doubt.getByRole('button', { name: 'Cancel' }).click()
  await doubt.waitFor({ state: 'hidden' })
  await examine(page, 'proposed super admins', { narrow: true })
  await row.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make this user a Super Admin?' })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`${next.email} is now a super admin.`, { exact: true }).waitFor()
  await waiting.getByText('No proposals are waiting').waitFor()
  expect((await mailsTo(page, first.email))[0]?.subject).toBe('Your proposal of a super admin was confirmed')
  for (const { email } of [first, next]) await changeRole(context, 'demote', email, 'admin')
})

test('an administrator sees where somebody is signed in, and signs them out', async () => {
  const clerk = await arriveAsStaff()
  const { page, context } = await visit()
  await arrive(context, 'admin@verdaccord.example')
  await page.goto('/admin/dashboard?tab=activity')
  await page.getByLabel('Email').fill(clerk.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL((url) => url.searchParams.get('email') === clerk.email)
  await page.getByText('Showing 1 sign-in', { exact: true }).waitFor()
  await page.getByRole('row', { name: /OpenID Connect/ }).waitFor()
  await page.goto(`/admin/users/${await userIdOf(context, clerk.email)}?tab=activity`)
  const sessions = page.getByRole('region', { name: 'Where they are signed in' })
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page
    .getByRole('dialog', { name: 'Sign this user out everywhere?' })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click()
  await sessions.getByText('Not signed in anywhere').waitFor()
  await page.getByRole('region', { name: 'What has happened' }).getByText('Sessions ended').waitFor()
  await clerk.page.goto('/profile')
  await clerk.page.getByLabel('Password').waitFor()
})
