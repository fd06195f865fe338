import type { Page } from '@playwright/test'

/**
 * Holds the timers of `leastMs` or longer on a page, and on the next it opens, until released: so a test can
 * check what is shown only for a moment, however busy the machine is. Afterwards no timer is held any more.
 */
export async function holdTimers(page: Page, leastMs: number): Promise<() => Promise<void>> {
  const hold = (from: number) => {
    const held: (() => void)[] = []
    const later = globalThis.setTimeout
    const setTimeout = (work: () => void, ms = 0) => (ms < from ? later(work, ms) : -held.push(work))
    const letGo = () => {
      Object.assign(globalThis, { setTimeout: later })
      for (const work of held) work()
    }
    Object.assign(globalThis, { setTimeout, letGo })
  }
  await page.addInitScript(hold, leastMs)
  await page.evaluate(hold, leastMs)
  return () => page.evaluate(() => (globalThis as unknown as { letGo: () => void }).letGo())
}
