import { examine, STILL } from './support/accessibility.ts'
import { PHONE } from './support/browser.ts'
import { arriveNew, arriveSubmitted, userIdOf } from './support/by-request.ts'
import { mailsTo, newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a user complains, is told about the answer behind the bell, and has their data erased', async ({
  visitor,
  admin,
}) => {
  const email = newEmail('leaver')
  // The session of an erased person ends while the page is open.
  const person = await visitor({ ...STILL, faultsExpected: true })
  await arriveSubmitted(person.context, email)
  const { page } = person
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Delete your data or make a complaint' }).click()
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByText('Write what you complain about')).toBeVisible()
  await page.getByLabel('Your complaint').fill('You kept my picture for too long.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  const complaint = page.getByRole('list', { name: 'Your complaints' })
  await expect(complaint.getByText('You kept my picture for too long.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete my data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why are you leaving?').fill('I am moving abroad.')
  await dialog.getByRole('button', { name: 'Delete my data' }).click()
  await expect(page.getByText('You asked for this on')).toBeVisible()
  await examine(page, 'privacy requests', { narrow: true })

  const { page: staff } = await admin(STILL)
  await staff.goto('/admin/privacy?tab=complaints')
  await staff.getByRole('button', { name: 'Answer' }).first().click()
  await staff.getByRole('dialog').getByLabel('Answer').fill('You are right, and it is gone.')
  await staff.getByRole('button', { name: 'Send answer' }).click()
  await staff.getByRole('button', { name: 'Close', exact: true }).click()
  await staff.getByRole('link', { name: 'Closed' }).click()
  await expect(staff.getByText('You are right, and it is gone.')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Notices, 2 unread' }).click()
  const notices = page.getByRole('dialog', { name: 'Notices' })
  await examine(page, 'notices')
  await notices.getByRole('link', { name: /Our answer to your complaint/ }).click()
  await expect(complaint.getByText('You are right, and it is gone.')).toBeVisible()
  await page.getByRole('button', { name: 'Notices, 1 unread' }).click()
  await notices.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Notices', exact: true })).toBeVisible()

  await staff.getByRole('tab', { name: 'Erasure requests' }).click()
  await expect(staff.getByText('I am moving abroad.')).toBeVisible()
  await examine(staff, 'erasure requests', { narrow: true })
  await staff.getByRole('button', { name: 'Carry out' }).first().click()
  await staff.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(staff.getByText('The account is erased', { exact: true })).toBeVisible()
  await staff.getByRole('link', { name: 'Answered' }).click()
  await expect(staff.getByText('What we kept').first()).toBeVisible()

  const [last, ...others] = await mailsTo(page, email)
  expect([last?.subject, others]).toEqual(['Your Verdaccord account is deleted', []])
  await page.goto('/profile/privacy')
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('R23 an administrator reads that someone else has to answer their own complaint', async ({ admin }) => {
  const { page } = await admin(STILL)
  await page.goto('/profile/privacy')
  await page.getByLabel('Your complaint').fill('My name was misspelled.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByRole('list', { name: 'Your complaints' })).toBeVisible()
  await page.goto('/admin/privacy?tab=complaints')
  const own = page.getByRole('region', { name: 'Owen Hughes' })
  await expect(own.getByText('Someone else has to deal with your own account.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Answer' })).toHaveCount(0)
  await examine(page, 'own complaint', { narrow: true })
})

test('an administrator sets a legal hold on the page of its person, finds it among all, and lifts it there', async ({
  visitor,
  admin,
}) => {
  const email = newEmail('held')
  await arriveNew((await visitor()).context, email)
  const { page, context } = await admin(STILL)
  const id = await userIdOf(context, email)
  await page.goto(`/admin/users/${id}`)
  const card = page.getByRole('region', { name: 'Legal hold' })
  await expect(card.getByText('No legal hold')).toBeVisible()
  await card.getByRole('button', { name: 'Set a legal hold' }).click()
  const setting = page.getByRole('dialog', { name: 'Set a legal hold' })
  await setting.getByRole('button', { name: 'Set hold' }).click()
  await expect(setting.getByText('Write why the records must be kept')).toBeVisible()
  await setting.getByLabel('Reason').fill('The police ask about a payment.')
  await setting.getByRole('button', { name: 'Set hold' }).click()
  await expect(card.getByText('On legal hold since')).toBeVisible()
  await expect(card.getByText('Set by Owen Hughes')).toBeVisible()
  await expect(page.getByText('On legal hold', { exact: true })).toBeVisible()
  await examine(page, 'user on legal hold', { narrow: true })

  await card.getByRole('link', { name: 'All legal holds' }).click()
  await expect(
    page.getByRole('region', { name: email }).getByText('The police ask about a payment.'),
  ).toBeVisible()
  await page.getByRole('link', { name: email }).click()
  await expect(card.getByRole('button', { name: 'Lift the hold' })).toBeVisible()
  // As if returning after a required sign-in.
  await page.goto(`/admin/users/${id}?ask=lift-hold`)
  const lifting = page.getByRole('dialog', { name: 'Lift this legal hold?' })
  await lifting.getByLabel('Reason').fill('The enquiry is over.')
  await lifting.getByRole('button', { name: 'Lift hold' }).click()
  await expect(card.getByText('No legal hold')).toBeVisible()
  await expect(lifting).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('the bell opens a sheet on a phone', async ({ visitor }) => {
  const { page, context } = await visitor({ ...PHONE, ...STILL })
  await arriveSubmitted(context, newEmail('bell'))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Notices, 1 unread' }).click()
  const sheet = page.getByRole('dialog', { name: 'Notices' })
  await expect(sheet.getByText('We have received your application')).toBeVisible()
  await examine(page, 'notices of a phone')
  await sheet.getByRole('link', { name: /We have received/ }).click()
  await page.waitForURL(/\/verification/)
  // A reminder's link works for anyone who has it, and says if it was cut off.
  await page.goto('/api/reminders/stop/of-a-mail')
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
  await page.goto(`/stop-reminders?token=${'B'.repeat(43)}`)
  await examine(page, 'stop reminders')
  await page.getByRole('button', { name: 'Stop reminders' }).click()
  await expect(page.getByRole('heading', { name: 'No more reminders' })).toBeVisible()
})
