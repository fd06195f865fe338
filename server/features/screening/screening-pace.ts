/** The share of each case in the time of a whole run: 100,000 of them take not quite nine minutes. */
const MS_EACH = 5.2
/** Where the machine is slow, too, people have it to themselves for at least so much of what a batch took. */
const LEAST_REST = 0.75

/** How many milliseconds belong to people alone after so many cases were screened in so long. */
export function restMs(cases: number, tookMs: number): number {
  return Math.max(cases * MS_EACH - tookMs, tookMs * LEAST_REST)
}
