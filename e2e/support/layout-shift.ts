import type { Page } from '@playwright/test'

/** Watches a page from its next document on; the returned function says how much has shifted there so far (CLS). */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)
}
