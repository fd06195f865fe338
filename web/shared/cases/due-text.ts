const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The promise as a clock: "Due in 5 h", "Overdue by 40 min" (cases, Time). */
export function dueText(dueAt: string, now: Date): string {
  const ms = new Date(dueAt).getTime() - now.getTime()
  return ms < 0 ? `Overdue by ${span(-ms)}` : `Due in ${span(ms)}`
}

function span(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
