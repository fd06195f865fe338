import { setTimeout as delay } from 'node:timers/promises'

/** The share of each case in the time of a whole run: 100,000 of them take a little less than ten minutes, since a timer is late more often than early. */
const MS_EACH = 5.2
/** Where the machine is slow, too, people have it to themselves for at least so much of what a piece of work took. */
const LEAST_REST = 0.75

/**
 * The pace of a batch: its look-ups are spread evenly over its share of the whole time, so that people who ask for something meet a
 * piece of work of a millisecond, and not one of fifty. A screening that someone waits for keeps no pace.
 */
export class Pace {
  private readonly startedAt = performance.now()
  private resumedAt = this.startedAt

  /** Waits after a piece of work until that share of the time of so many cases is over. */
  async rest(cases: number, share: number): Promise<void> {
    const now = performance.now()
    await delay(restMs(cases, share, { passedMs: now - this.startedAt, workedMs: now - this.resumedAt }))
    this.resumedAt = performance.now()
  }
}

/** How many milliseconds belong to people alone, so long after a batch began and after so much work without a rest. */
export function restMs(
  cases: number,
  share: number,
  { passedMs, workedMs }: { passedMs: number; workedMs: number },
): number {
  return Math.max(cases * share * MS_EACH - passedMs, workedMs * LEAST_REST)
}
