const HOUR_MS = 3_600_000

/** Working time as the age of a case is told, in whole hours: "under 1 h", "14 h" (cases, Time). */
export function workingTimeText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 1 ? 'under 1 h' : `${hours} h`
}
