import type { Locator } from '@playwright/test'
import { loadSharp } from '#server/platform/files/image-check.ts'
import { STILL } from './support/accessibility.ts'
import { arriveSubmitted } from './support/by-request.ts'
import { newEmail } from './support/people.ts'
import { expect, test } from './support/test.ts'

const FORCED = { ...STILL, forcedColors: 'active', colorScheme: 'light' } as const

/** Columns of an element's picture, without its edges: whether each has something drawn on its background. */
async function columnsOf(
  element: Locator,
  part: { bottom?: number; right?: number } = {},
): Promise<boolean[]> {
  await element.scrollIntoViewIfNeeded()
  const sharp = await loadSharp()
  const picture = sharp(await element.screenshot({ animations: 'disabled' }))
  const { width, height } = await picture.metadata()
  const [w, h] = [part.right ?? width - 4, part.bottom ?? height - 4]
  const area = { left: width - 2 - w, top: height - (part.bottom ? h : h + 2), width: w, height: h }
  const { data } = await picture.extract(area).greyscale().raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: w }, (_, x) =>
    Array.from({ length: h }, (_, y) => data[y * w + x] ?? 255).some((light) => light < 200),
  )
}

const drawnShare = (columns: readonly boolean[]) => columns.filter(Boolean).length / columns.length

test('in forced colours bars are filled as far as their figures say, and what is selected or disabled looks different', async ({
  visitor,
}) => {
  const { page, context } = await visitor(FORCED)
  await arriveSubmitted(context, newEmail('forced'))
  await page.goto('/verification')
  const bar = page.getByRole('progressbar').first()
  await expect(bar).toBeVisible()
  const percent = Number(await bar.getAttribute('aria-valuenow'))
  expect(percent).toBeGreaterThan(0)
  expect(Math.abs(drawnShare(await columnsOf(bar)) * 100 - percent)).toBeLessThan(8)

  await page.goto('/profile')
  const tabs = page.getByRole('tab')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  const marks = [await columnsOf(tabs.nth(0), { bottom: 3 }), await columnsOf(tabs.nth(1), { bottom: 3 })]
  expect(marks.map((columns) => drawnShare(columns) > 0.5)).toEqual([true, false])
  const closed = page.getByRole('button', { name: 'Open marketplace' })
  const colourOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color)
  expect(await colourOf(closed)).not.toBe(await colourOf(page.getByRole('button', { name: 'Logout' })))
})

test('in forced colours fields to choose from show their arrow, and what loads its place', async ({
  reviewer,
}) => {
  const { page } = await reviewer(FORCED)
  await page.goto('/admin/dashboard')
  const arrow = await columnsOf(page.getByLabel('Individual'), { right: 22 })
  expect(drawnShare(arrow)).toBeGreaterThan(0.2)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/admin\/queue/, async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Review queue' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Review queue' })).toBeVisible()
  const cell = page.getByRole('row').nth(1).getByRole('cell').first()
  await expect(cell).toHaveText('')
  // What loads appears only after a moment.
  await expect.poll(async () => drawnShare(await columnsOf(cell))).toBeGreaterThan(0.2)
  resolve()
})
