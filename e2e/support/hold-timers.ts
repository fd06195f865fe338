import type { Page } from '@playwright/test'

/**
 * Holds what a page, and the next it opens, does after `leastMs` or later until it is let go: so a test may look at what is
 * there for a moment, however busy the machine is. After that nothing is held any more.
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
