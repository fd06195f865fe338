import { examine, STILL } from './support/accessibility.ts'
import { arriveSubmitted, userIdOf } from './support/by-request.ts'
import { newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('an auditor reads a case, is offered nothing that changes it, and each look is in the log', async ({
  visitor,
  auditor,
}) => {
  const email = newEmail('audited')
  await arriveSubmitted((await visitor()).context, email)
  const { page, context } = await auditor(STILL)
  const id = await userIdOf(context, email)
  await page.goto(`/admin/users/${id}?tab=kyc`)
  const viewer = page.getByRole('region', { name: 'Document viewer' })
  await expect(viewer.getByLabel('Reason')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Claim and open' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Internal notes' }).getByText('No notes yet.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Decision' }).getByRole('radio')).toHaveCount(0)
  await viewer.getByLabel('Reason').fill('Yearly audit of the reviews')
  await viewer.getByRole('button', { name: 'Open documents' }).click()
  await expect(viewer.getByRole('img', { name: /id-front\.jpg/ })).toBeVisible()
  await examine(page, 'a case before an auditor', { narrow: true })

  await page.goto('/admin/dashboard?tab=controls')
  await expect(page.getByText('Only a super admin can change roles')).toBeVisible()
  await expect(page.getByRole('row', { name: /super@verdaccord\.example/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Make / })).toHaveCount(0)

  await page.goto('/admin/invoices/new')
  await expect(page.getByText('You can read invoices, but not write them.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save draft' })).toHaveCount(0)

  await page.goto(`/admin/audit?person=${encodeURIComponent(email)}`)
  for (const reading of [/User opened.*Helen Ward/, /Case opened.*Helen Ward/])
    await expect(page.getByRole('row', { name: reading }).first()).toBeVisible()
})

test('support and finance are led to their own pages, and refused those of others in plain language', async ({
  visitor,
  support,
  finance,
}) => {
  const email = newEmail('asked')
  await arriveSubmitted((await visitor()).context, email)
  const { page: helper, context } = await support({ ...STILL, faultsExpected: true })
  const id = await userIdOf(context, email)
  await helper.goto(`/admin/users/${id}?tab=kyc`)
  await expect(helper.getByRole('tab')).toHaveText(['User Information', 'Email & Invites', 'Support'])
  // They signed the risk disclosure; support may see neither it nor whether it exists.
  await helper.goto(`/admin/users/${id}`)
  await expect(helper.getByRole('region', { name: 'User Information' })).toBeVisible()
  await expect(helper.getByText('No certifications found.')).toHaveCount(0)
  await helper.getByRole('tab', { name: 'Support' }).click()
  await expect(helper.getByRole('button', { name: 'Propose a change' })).toBeVisible()
  await examine(helper, 'a user before support', { narrow: true })
  // A refused call would be a fault: no page requests what its role may not read.
  await helper.goto(`/admin/users/${id}/desk`)
  await expect(helper.getByText(/but not their case\. These roles can: .*Reviewer/)).toBeVisible()
  await examine(helper, 'a desk before support', { narrow: true })
  await helper.getByRole('link', { name: 'See this person' }).click()
  await expect(helper.getByRole('region', { name: 'User Information' })).toBeVisible()
  const refused = await context.request.get(`/api/admin/users/${id}/kyc-case`)
  expect(refused.status()).toBe(403)
  expect((await refused.json()).message).toBe('You do not have permission to do this.')

  // A refused call would be a fault: no page requests what its role may not read.
  const { page: office } = await finance(STILL)
  await office.goto(`/admin/users/${id}`)
  await expect(office.getByText(/^Your role doesn’t include this page/)).toBeVisible()
  await office.getByRole('link', { name: 'Go to Clients' }).click()
  await expect(office.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  await office.goto('/admin/dashboard')
  await office.waitForURL('**/admin/clients')
  await expect(office.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
})
