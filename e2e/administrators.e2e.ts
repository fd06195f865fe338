import { examine, STILL } from './support/accessibility.ts'
import { changeRole, userIdOf } from './support/by-request.ts'
import { mailsTo, STAFF } from './support/people.ts'
import { expect, type Roles, test, type VisitOptions } from './support/test.ts'

/** Someone from the company without a role; their address is confirmed. */
async function arriveAsStaff({ applicant }: Pick<Roles, 'applicant'>, options: VisitOptions = {}) {
  const email = `clerk-${crypto.randomUUID().slice(0, 8)}@verdaccord.example`
  const { page, context } = await applicant({ ...options, email })
  return { page, context, email }
}

test('a super admin gives someone a role and removes it; both apply at once, are mailed, and are in the log', async ({
  applicant,
  superAdmin,
}) => {
  const clerk = await arriveAsStaff({ applicant })
  await clerk.page.goto('/admin/dashboard')
  await expect(clerk.page.getByRole('heading', { name: 'Admin Access Only' })).toBeVisible()

  const { page } = await superAdmin()
  await page.goto('/admin/dashboard')
  await page.getByRole('tab', { name: 'Admin Controls' }).click()
  const card = page.getByRole('region', { name: 'Make a User an Admin' })
  await card.getByLabel('Email').fill('nobody@verdaccord.example')
  await card.getByRole('button', { name: 'Make Admin' }).click()
  await expect(card.getByText('No one has an account with nobody@verdaccord.example.')).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Make this user an Admin?' })
  await expect(question).toBeHidden()
  await card.getByLabel('Email').fill(clerk.email)
  await card.getByRole('button', { name: 'Make Admin' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(card.getByLabel('Email')).toHaveValue(clerk.email)
  await card.getByRole('button', { name: 'Make Admin' }).click()
  await question.getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByText(`${clerk.email} is now an admin.`, { exact: true })).toBeVisible()
  const row = page
    .getByRole('region', { name: 'Administrators' })
    .getByRole('row')
    .filter({ hasText: clerk.email })
  await expect(row.getByText('by Priya Raman')).toBeVisible()

  await clerk.page.reload()
  await expect(clerk.page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
  await clerk.page.getByRole('tab', { name: 'Admin Controls' }).click()
  await expect(clerk.page.getByText('Only a super admin can change roles')).toBeVisible()
  expect((await mailsTo(page, clerk.email))[0]?.subject).toBe('You are now an Admin of Verdaccord')

  await row.getByRole('button', { name: /Remove Admin/ }).click()
  await page
    .getByRole('dialog', { name: 'Remove this Admin?' })
    .getByRole('button', { name: 'Remove Admin' })
    .click()
  await expect(page.getByText(`${clerk.email} no longer has a role.`, { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)
  await clerk.page.reload()
  await expect(clerk.page.getByRole('heading', { name: 'Admin Access Only' })).toBeVisible()

  await page.goto(`/admin/audit?person=${encodeURIComponent(clerk.email)}&type=user`)
  await expect(page.getByRole('row', { name: /Role taken.*Priya Raman/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Role given.*Priya Raman/ })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.csv')
  await page.getByRole('button', { name: 'Check the chain' }).click()
  await expect(page.getByText('The log is intact')).toBeVisible()
})

test('promoting a super admin takes two people: what one proposes, the other finds behind the bell and confirms', async ({
  applicant,
  superAdmin,
}) => {
  const [first, next] = [await arriveAsStaff({ applicant }, STILL), await arriveAsStaff({ applicant })]
  const { page, context } = await superAdmin(STILL)
  // While there is only one super admin, there is no one to ask.
  await changeRole(context, 'promote', first.email, 'super_admin')
  await page.goto('/admin/dashboard?tab=controls')
  await expect(page.getByText('No proposals are waiting')).toBeVisible()

  await first.page.goto('/admin/dashboard?tab=controls')
  const card = first.page.getByRole('region', { name: 'Make a User a Super Admin' })
  await card.getByLabel('Email').fill(next.email)
  await card.getByRole('button', { name: 'Make Super Admin' }).click()
  const question = first.page.getByRole('dialog', { name: 'Make this user a Super Admin?' })
  await expect(question.getByText('once a second super admin confirms it')).toBeVisible()
  await question.getByRole('button', { name: 'Make Super Admin' }).click()
  await expect(first.page.getByText('Super admin proposed', { exact: true })).toBeVisible()
  const own = first.page.getByRole('region', { name: 'Waiting for a second super admin' })
  await expect(
    own.getByRole('row', { name: next.email }).getByRole('button', { name: 'Withdraw' }),
  ).toBeVisible()

  expect((await mailsTo(page, STAFF.super_admin))[0]?.text).toContain(next.email)
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
  await expect(doubt).toBeHidden()
  await examine(page, 'proposed super admins', { narrow: true })
  await row.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make this user a Super Admin?' })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`${next.email} is now a super admin.`, { exact: true })).toBeVisible()
  await expect(waiting.getByText('No proposals are waiting')).toBeVisible()
  expect((await mailsTo(page, first.email))[0]?.subject).toBe('Your proposal of a super admin was confirmed')
  for (const { email } of [first, next]) await changeRole(context, 'demote', email, 'admin')
})

test('an administrator sees where someone is signed in, and signs them out', async ({ applicant, admin }) => {
  const clerk = await arriveAsStaff({ applicant })
  const { page, context } = await admin()
  await page.goto('/admin/dashboard?tab=activity')
  await page.getByLabel('Email').fill(clerk.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL((url) => url.searchParams.get('email') === clerk.email)
  await expect(page.getByText('Showing 1 sign-in', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /OpenID Connect/ })).toBeVisible()
  await page.goto(`/admin/users/${await userIdOf(context, clerk.email)}?tab=activity`)
  const sessions = page.getByRole('region', { name: 'Where they are signed in' })
  await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page
    .getByRole('dialog', { name: 'Sign this user out everywhere?' })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click()
  await expect(sessions.getByText('Not signed in anywhere')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'What has happened' }).getByText('Sessions ended'),
  ).toBeVisible()
  await clerk.page.goto('/profile')
  await expect(clerk.page.getByLabel('Password')).toBeVisible()
})
