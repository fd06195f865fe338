const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The time left of the promise: "Due in 5 h", "Overdue by 40 min" (cases, The promise). */
export function dueText(dueAt: string, now: Date): string {
  const ms = new Date(dueAt).getTime() - now.getTime()
  return ms < 0 ? `Overdue by ${span(-ms)}` : `Due in ${span(ms)}`
}

function span(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(1, Math.floor(ms / MINUTE_MS))} min`
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

/** How much of the promised time a case has waited: "26 h of 48 h" (cases, The promise). */
export function ageText(submittedAt: string, dueAt: string, now: Date): string {
  const submitted = new Date(submittedAt).getTime()
  const waited = Math.max(0, Math.floor((now.getTime() - submitted) / HOUR_MS))
  const promised = Math.round((new Date(dueAt).getTime() - submitted) / HOUR_MS)
  return `${waited} h of ${promised} h`
}

/** Working time as a case's age, in whole hours: "under 1 h", "14 h" (cases, Working time). */
export function workingTimeText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  return hours < 1 ? 'under 1 h' : `${hours} h`
}
