import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { PHONE, visit, withBrowser } from './support/browser.ts'
import { arrive, arriveSubmitted } from './support/by-request.ts'
import { mailsTo, newEmail, REVIEWER } from './support/people.ts'

withBrowser()

test('somebody complains, is told of the answer behind the bell, and has their data erased', async () => {
  const email = newEmail('leaver')
  // The session of somebody who is erased ends while the page is open.
  const person = await visit({ ...STILL, faultsExpected: true })
  await arriveSubmitted(person.context, email)
  const { page } = person
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Erase your data, or complain about how we handle it' }).click()
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await page.getByText('Write what you complain about').waitFor()
  await page.getByLabel('Your complaint').fill('You kept my picture for too long.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  const complaint = page.getByRole('list', { name: 'Your complaints' })
  await complaint.getByText('You kept my picture for too long.').waitFor()
  await page.getByRole('button', { name: 'Ask to erase my data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why do you leave?').fill('I am moving abroad.')
  await dialog.getByRole('button', { name: 'Ask to erase my data' }).click()
  await page.getByText('You asked for this on').waitFor()
  await examine(page, 'privacy requests', { narrow: true })

  const { page: desk, context: staff } = await visit(STILL)
  await arrive(staff, REVIEWER)
  await desk.goto('/admin/privacy?tab=complaints')
  await desk.getByRole('button', { name: 'Answer' }).first().click()
  await desk.getByRole('dialog').getByLabel('Answer').fill('You are right, and it is gone.')
  await desk.getByRole('button', { name: 'Send answer' }).click()
  await desk.getByRole('button', { name: 'Close', exact: true }).click()
  await desk.getByRole('link', { name: 'Closed' }).click()
  await desk.getByText('You are right, and it is gone.').waitFor()

  await page.reload()
  await page.getByRole('button', { name: 'Notices, 2 unread' }).click()
  const notices = page.getByRole('dialog', { name: 'Notices' })
  await examine(page, 'notices')
  await notices.getByRole('link', { name: /Our answer to your complaint/ }).click()
  await complaint.getByText('You are right, and it is gone.').waitFor()
  await page.getByRole('button', { name: 'Notices, 1 unread' }).click()
  await notices.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('button', { name: 'Notices', exact: true }).waitFor()

  await desk.getByRole('tab', { name: 'Erasure requests' }).click()
  await desk.getByText('I am moving abroad.').waitFor()
  await examine(desk, 'erasure requests', { narrow: true })
  await desk.getByRole('button', { name: 'Carry out' }).first().click()
  await desk.getByRole('button', { name: 'Erase', exact: true }).click()
  await desk.getByText('The account is erased', { exact: true }).waitFor()
  await desk.getByRole('link', { name: 'Answered' }).click()
  await desk.getByText('What is kept').first().waitFor()

  const [last, ...others] = await mailsTo(page, email)
  expect([last?.subject, others]).toEqual(['Your Verdaccord account is erased', []])
  await page.goto('/profile/privacy')
  await page.getByLabel('Password').waitFor()
})

test('the bell of a phone opens a sheet', async () => {
  const { page, context } = await visit({ ...PHONE, ...STILL })
  await arriveSubmitted(context, newEmail('bell'))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Notices, 1 unread' }).click()
  const sheet = page.getByRole('dialog', { name: 'Notices' })
  await sheet.getByText('We have received your application').waitFor()
  await examine(page, 'notices of a phone')
  await sheet.getByRole('link', { name: /We have received/ }).click()
  await page.waitForURL(/\/verification/)
  // The link of a reminder works for whoever has it.
  await page.goto('/stop-reminders?token=of-a-mail-that-nobody-has-sent')
  await examine(page, 'stop reminders')
  await page.getByRole('button', { name: 'Stop reminders' }).click()
  await page.getByRole('heading', { name: 'No more reminders' }).waitFor()
})
