import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'

/** How long to wait for the paint after the last interaction. */
const SETTLE_MS = 500

/** What someone in front of the screen noticed. */
export interface Felt {
  screen: string
  /** Sum of the layout shifts not caused by an interaction, and what the largest of them moved. */
  shift: number
  moved: string
  /** From each press, tap or key to the next paint. Browsers don't report those under 16 ms. */
  interactions: { ms: number; what: string }[]
}

/** Watches the pages of a browser for `felt`. */
export async function watchFelt(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const interactions = new Map<number, { ms: number; what: string }>()
    const felt = { shift: 0, largest: 0, moved: '', interactions }
    const nameOf = (node: Node | null) =>
      `${node?.nodeName.toLowerCase()} ${node?.textContent?.trim().slice(0, 30)}`
    Object.assign(globalThis, { felt })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        felt.shift += entry.value
        if (entry.value <= felt.largest) continue
        felt.largest = entry.value
        felt.moved = entry.sources.map(({ node }) => nameOf(node)).join('; ')
      }
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        const { interactionId, duration: ms, name, target } = entry
        if (interactionId === 0 || ms <= (interactions.get(interactionId)?.ms ?? 0)) continue
        const text = (target as Element | null)?.textContent?.trim().slice(0, 30) ?? ''
        interactions.set(interactionId, { ms, what: `${name} ${target?.nodeName.toLowerCase()} ${text}` })
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
}

/** Returns what was noticed since the screen's document was opened, or since the last call. */
export async function felt(page: Page, screen: string): Promise<Felt> {
  await delay(SETTLE_MS)
  const seen = await page.evaluate(() => {
    const { felt } = globalThis as unknown as {
      felt: {
        shift: number
        largest: number
        moved: string
        interactions: Map<number, { ms: number; what: string }>
      }
    }
    const { shift, moved } = felt
    const interactions = [...felt.interactions.values()]
    Object.assign(felt, { shift: 0, largest: 0, moved: '' })
    felt.interactions.clear()
    return { shift, moved, interactions }
  })
  return { screen, ...seen }
}
