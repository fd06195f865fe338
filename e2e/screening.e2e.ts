import { expect, test } from 'vitest'
import { examine, STILL } from './support/accessibility.ts'
import { visit, withBrowser } from './support/browser.ts'
import { arrive, arriveSubmitted, decide, userIdOf } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail, REVIEWER } from './support/people.ts'

withBrowser()

test('a match stops an approval until a person has decided on it, and the applicant sees nothing of it', async () => {
  const email = newEmail('listed')
  const applicant = await visit()
  // On the sample list, of no one who lives.
  await arriveSubmitted(applicant.context, email, {
    firstName: 'Yuri',
    lastName: 'Velikovski',
    dob: '1958-08-03',
  })

  const { page, context } = await visit(STILL)
  await arrive(context, REVIEWER)
  const path = `/admin/users/${await userIdOf(context, email)}?tab=kyc`
  await expect.poll(async () => (await context.request.get('/api/notices')).text()).toContain(path)
  await page.goto('/')
  await page.getByRole('link', { name: /^\d+ match(es)? to decide on$/ }).waitFor()
  await page.getByRole('button', { name: /^Notices, \d+ unread/ }).click()
  await page
    .getByRole('dialog', { name: 'Notices' })
    .locator(`a[href="${path}"]`)
    .filter({ hasText: '1 new screening match for Yuri Velikovski' })
    .click()
  const card = page.getByRole('region', { name: 'Sanctions screening' })
  const match = card.getByRole('article', { name: /Match with Yuri Antonovich VELIKOVSKI/ })
  await match.getByText('SMP0003', { exact: false }).waitFor()
  // Once for the case, and once beside the name, which cannot be accepted meanwhile.
  await page
    .getByText(/Yuri Velikovski: a \w+ match with entry SMP0003/)
    .nth(1)
    .waitFor()
  await expect(decide(context, email, 'approve')).rejects.toThrow()

  await page.getByRole('link', { name: 'Staff home' }).click()
  await page.getByRole('link', { name: /^\d+ match(es)? to decide on$/ }).click()
  await atHeading(page, 'Sanctions screening')
  await page.getByRole('link', { name: 'Open case of Yuri Velikovski' }).waitFor()
  await page.getByRole('button', { name: 'Run the test' }).click()
  await page.getByRole('table', { name: 'Results of the test' }).waitFor({ timeout: 180_000 })
  await page.getByText('These lists are too small to say how good the screening is').waitFor()
  await examine(page, 'screening', { narrow: true })
  // The address holds the filters.
  await page.getByLabel('Waiting').selectOption('More than 30 days')
  await page.getByText('No open matches with these filters').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Waiting').inputValue()).toBe('month')
  await page.getByText('No open matches with these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByRole('link', { name: 'Open case of Yuri Velikovski' }).click()

  await match.getByRole('button', { name: 'Save decision' }).waitFor()
  await examine(page, 'match', { narrow: true })
  await match.getByRole('button', { name: 'Save decision' }).click()
  await match.getByText('Say whether this is the one on the list').waitFor()
  // What one person calls the listed one waits for a second; anyone who said it can take it back.
  await match.getByRole('radio', { name: 'The listed one' }).check()
  await match.getByLabel('What you compared').fill('The same year of birth')
  await match.getByRole('button', { name: 'Save decision' }).click()
  await match.getByText('Another administrator has to agree').waitFor()
  await examine(page, 'match that waits for a second person', { narrow: true })
  await match.getByRole('button', { name: 'Withdraw it' }).click()
  await match.getByRole('radio', { name: 'Someone else' }).check()
  await match.getByLabel('What you compared').fill('I misread the year')
  await match.getByRole('button', { name: 'Save decision' }).click()
  await match.getByText('Another administrator has to agree').waitFor({ state: 'detached' })
  await match.getByRole('radio', { name: 'Someone else' }).check()
  await match.getByLabel('What you compared').fill('Born in Leeds, by the passport')
  await match.getByRole('button', { name: 'Save decision' }).click()
  await match.getByText('Born in Leeds, by the passport').waitFor()
  await card.getByText('Clear').first().waitFor()
  await decide(context, email, 'approve')

  await applicant.page.goto('/verification')
  await applicant.page.getByText('Approved', { exact: true }).first().waitFor()
  expect(await applicant.page.locator('body').textContent()).not.toMatch(/sanction|screen(ed|ing)|match/i)
})
