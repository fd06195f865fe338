import { expect, type Page } from '@playwright/test'

/** Checks that nothing scrolls sideways, at the phone's width and at 360 px unless at others. */
export async function fits(page: Page, widths: readonly number[] = [360, 390]): Promise<void> {
  const size = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: size?.height ?? 844 })
    const { content, screen } = await page.evaluate(() => ({
      content: document.scrollingElement?.scrollWidth ?? Number.POSITIVE_INFINITY,
      screen: innerWidth,
    }))
    expect(content, `${page.url()} at ${width} px`).toBeLessThanOrEqual(screen)
    expect(screen, `${page.url()} at ${width} px`).toBe(width)
  }
  if (size) await page.setViewportSize(size)
}
