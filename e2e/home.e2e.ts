import { examine, STILL } from './support/accessibility.ts'
import { arriveSubmitted, decide } from './support/by-request.ts'
import { acceptRisk, atHeading } from './support/onboarding.ts'
import { newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

const LIST = { name: 'Your verification' }

test('the home page is a leaf with its list, from the first day to the approval', async ({
  applicant,
  visitor,
  reviewer,
}) => {
  const { page: first } = await applicant(STILL)
  await first.goto('/')
  await atHeading(first, 'Let’s verify who you are')
  const fresh = first.getByRole('region', LIST)
  await expect(fresh.getByText('0 of 10 ready')).toBeVisible()
  await expect(fresh.getByText('To do', { exact: true }).first()).toBeVisible()
  await examine(first, 'home, new', { narrow: true })
  // The panel has the one button, and newcomers first choose which account they want.
  await first
    .getByRole('region', { name: 'Read the risk disclosure' })
    .getByRole('link', { name: 'Start' })
    .click()
  // The first field is on the screen after the third: home, account, risk disclosure.
  await atHeading(first, 'Welcome to Verdaccord')
  await first.getByRole('link', { name: 'Select Consumer Account' }).click()
  await acceptRisk(first)
  await expect(first.getByLabel('First Name')).toBeVisible()

  const { page, context } = await visitor(STILL)
  const email = newEmail('leaf')
  await arriveSubmitted(context, email)
  await page.goto('/welcome')
  await atHeading(page, 'We’re checking your details')
  const panel = page.locator('[aria-labelledby="next-step"]')
  await expect(panel.getByText(/hours left$/)).toBeVisible()
  await expect(panel.getByRole('link')).toHaveCount(0)
  await examine(page, 'home, waiting', { narrow: true })

  const { context: staff } = await reviewer()
  await decide(staff, email, {
    sendBack: 'selfie',
    reason: 'IMAGE_BLURRED',
    text: 'Hold it at arm’s length.',
  })
  await page.goto('/')
  await atHeading(page, 'Your selfie needs another look')
  await expect(panel.getByText(/The photo is blurred.+arm’s length/)).toBeVisible()
  await examine(page, 'home, sent back', { narrow: true })

  // A row opens its line by keyboard, and restores the focus.
  const row = page.getByRole('button', { name: /^Selfie/ })
  await row.focus()
  await page.keyboard.press('Enter')
  const line = page.getByRole('dialog', { name: 'Selfie' })
  await expect(line.getByText(/The photo is blurred/)).toBeVisible()
  await examine(page, 'home, an opened line', { narrow: true })
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await panel.getByRole('link', { name: 'Take a new selfie' }).click()
  await expect(page).toHaveURL(/\/onboarding\/consumer\?step=5/)
})

test('an approval’s lines turn green one after another, once', async ({ visitor, reviewer }) => {
  const { page, context } = await visitor()
  const email = newEmail('first-sight')
  await arriveSubmitted(context, email)
  const { context: staff } = await reviewer()
  await decide(staff, email, 'approve')
  const drawn = page.locator('svg [class*="leaf-draw"]')
  const noted = page.waitForResponse((answer) => answer.url().endsWith('/api/home/approval-shown'))
  const ended = page.addInitScript(() => {
    const delays = new Set<string>()
    document.addEventListener('animationend', ({ target, animationName }) => {
      if (animationName === 'leaf-draw' && target instanceof SVGElement)
        delays.add(target.style.animationDelay)
      document.documentElement.dataset.drawn = [...delays].join()
    })
  })
  await ended
  await page.goto('/')
  await atHeading(page, 'You’re verified, Mehmet')
  expect((await noted).status()).toBe(200)
  await expect(page.locator('html')).toHaveAttribute(
    'data-drawn',
    '0ms,40ms,80ms,120ms,160ms,200ms,240ms,280ms',
  )
  await page.reload()
  await atHeading(page, 'You’re verified, Mehmet')
  await expect(page.getByRole('region', LIST).getByText('6 of 6 checked')).toBeVisible()
  await expect(drawn).toHaveCount(0)
})

test('someone verified sees so on their home page, on a phone as well', async ({ visitor, reviewer }) => {
  const { page, context } = await visitor(STILL)
  const email = newEmail('verified')
  await arriveSubmitted(context, email)
  const { context: staff } = await reviewer()
  await page.goto('/')
  await atHeading(page, 'We’re checking your details')
  await decide(staff, email, 'approve')
  // The open page shows it.
  await atHeading(page, 'You’re verified, Mehmet')
  await expect(page.getByRole('region', LIST).getByText('6 of 6 checked')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Name Mehmet Yılmaz Checked' })).toBeVisible()
  await examine(page, 'home, approved', { narrow: true })
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
