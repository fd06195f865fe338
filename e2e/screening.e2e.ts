import { examine, STILL } from './support/accessibility.ts'
import { arriveSubmitted, decide, userIdOf } from './support/by-request.ts'
import { atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { fits } from './support/phone.ts'
import { expectNoScrolling, lineOf } from './support/review.ts'
import { expect, test } from './support/test.ts'

test('a match blocks an approval until a person has decided on it, and the applicant sees nothing of it', async ({
  visitor,
  reviewer,
  admin,
}) => {
  const email = newEmail('listed')
  const applicant = await visitor()
  // On the sample list, which names no living person.
  await arriveSubmitted(applicant.context, email, {
    firstName: 'Yuri',
    lastName: 'Velikovski',
    dob: '1958-08-03',
  })

  const { page, context } = await reviewer(STILL)
  const path = `/admin/users/${await userIdOf(context, email)}?tab=kyc`
  await expect.poll(async () => (await context.request.get('/api/notices')).text()).toContain(path)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Decide \d+ match/ })).toBeVisible()
  await page.getByRole('button', { name: /^Notices, \d+ unread/ }).click()
  await page
    .getByRole('dialog', { name: 'Notices' })
    .locator(`a[href="${path}"]`)
    .filter({ hasText: '1 new screening match' })
    .click()
  const card = page.getByRole('region', { name: 'Sanctions screening' })
  const match = card.getByRole('article', { name: /Match with Yuri Antonovich VELIKOVSKI/ })
  await expect(match.getByText('SMP0003', { exact: false })).toBeVisible()
  const decision = page.getByRole('region', { name: 'Decision' })
  await expect(decision.getByText(/Yuri Velikovski: a \w+ match with entry SMP0003/)).toBeVisible()
  await expect(decide(context, email, 'approve')).rejects.toThrow()

  await page.getByRole('link', { name: 'Staff home' }).click()
  await page.getByRole('link', { name: /^Decide \d+ match/ }).click()
  await atHeading(page, 'Sanctions screening')
  await expect(page.getByRole('link', { name: 'Open case of Yuri Velikovski' })).toBeVisible()
  // Reviewers can read how good it is; administrators can run the test.
  await expect(page.getByRole('button', { name: 'Run the test' })).toHaveCount(0)
  const { page: lead } = await admin(STILL)
  await lead.goto('/admin/screening')
  await lead.getByRole('button', { name: 'Run the test' }).click()
  await expect(lead.getByRole('table', { name: 'Results of the test' })).toBeVisible({ timeout: 180_000 })
  await page.reload()
  await expect(page.getByRole('table', { name: 'Results of the test' })).toBeVisible()
  await expect(page.getByText('These lists are too small to say how good the screening is')).toBeVisible()
  await examine(page, 'screening', { narrow: true })
  // The URL has the filters.
  await page.getByLabel('Waiting').selectOption('More than 30 days')
  await expect(page.getByText('No open matches with these filters')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Waiting')).toHaveValue('month')
  await expect(page.getByText('No open matches with these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  // The list can also be sorted on a phone.
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Match', exact: true }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=level')
  await fits(page)
  await page.setViewportSize({ width, height })
  await page.getByRole('link', { name: 'Open case of Yuri Velikovski' }).click()

  const QUESTION = 'Is this the same person?'
  const question = page.getByRole('form', { name: QUESTION })
  const say = async (verdict: 'No, someone else' | 'Yes, it’s them', note: string) => {
    await question.getByRole('checkbox', { name: /^Date of birth/ }).click()
    await question.getByLabel('Your note').fill(note)
    await question.getByRole('button', { name: verdict }).click()
  }
  // On the desk the question is next to the match.
  await expect(page.getByRole('region', { name: 'Comparison' }).getByRole('form')).toBeVisible()
  await expectNoScrolling(page, ['No, someone else', 'Yes, it’s them', 'Next'])
  await lineOf(page, 'Name').click()
  await expectNoScrolling(page)
  await lineOf(page, 'Sanctions').click()
  await page.setViewportSize({ width, height })
  await examine(page, 'match on the desk', { narrow: true })
  await question.getByRole('button', { name: 'No, someone else' }).click()
  await expect(question.getByText('Choose what you compared')).toBeVisible()
  // A match confirmed by one person awaits a second; the first can withdraw it.
  await say('Yes, it’s them', 'The same year of birth')
  await expect(match.getByText('Waiting for a second person to agree')).toBeVisible()
  // Nothing asks the first again for a decision.
  await expect(lineOf(page, 'Sanctions')).toContainText('Match, needs a second person')
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(
    /You said it’s the one on the list/,
  )
  await expect(page.getByText(/Decide the match first|Needs a decision|Match to decide/)).toHaveCount(0)
  await examine(page, 'match that waits for a second person', { narrow: true })
  await match.getByRole('button', { name: 'Withdraw it' }).click()
  await say('No, someone else', 'I misread the year')
  // Once it was called the listed one, no one person dismisses it.
  await expect(match.getByText('One more person must look at it')).toBeVisible()
  await examine(page, 'match that was disagreed on', { narrow: true })
  // The second person, by keyboard only.
  await lead.goto(page.url())
  const asked = lead.getByRole('form', { name: QUESTION })
  await expect(asked.getByRole('checkbox', { name: /^Date of birth/ })).not.toBeChecked()
  await lead.keyboard.press('e')
  await expect(asked.getByRole('checkbox', { name: 'Names' })).toBeFocused()
  await lead.keyboard.press('2')
  await lead.keyboard.press('e')
  await expect(asked.getByLabel('Your note')).toBeFocused()
  await lead.keyboard.type('Born in Leeds, by the passport')
  await lead.keyboard.press('Escape')
  await expect(asked.getByRole('heading', { name: QUESTION })).toBeFocused()
  await expect(asked.getByLabel('Your note')).toHaveValue('Born in Leeds, by the passport')
  await lead.keyboard.press('e')
  await expect(lead.getByText('Born in Leeds, by the passport').last()).toBeVisible()
  const screened = lead.getByRole('region', { name: 'Sanctions screening' })
  await expect(screened.getByText('Clear').first()).toBeVisible()
  await decide(context, email, 'approve')

  await applicant.page.goto('/verification')
  await expect(applicant.page.getByText('Approved', { exact: true }).first()).toBeVisible()
  expect(await applicant.page.locator('body').textContent()).not.toMatch(/sanction|screen(ed|ing)|match/i)
})
