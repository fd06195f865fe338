import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

/** Slightly less than the pause that hides how long the work takes. */
const PAUSE_MS = 290

/** Returns what `work` gives. Throws if it was ready before the pause that hides how long it takes (security R56). */
export async function afterPause<T>(work: () => Promise<T>): Promise<T> {
  const ended: string[] = []
  const [answer] = await Promise.all([
    work().finally(() => ended.push('work')),
    pause(PAUSE_MS).then(() => ended.push('pause')),
  ])
  expect(ended).toEqual(['pause', 'work'])
  return answer
}
