const HOUR_MS = 3_600_000

/** How long a case has waited of what was promised: "26 h of 48 h" (cases, Time). */
export function ageText(submittedAt: string, dueAt: string, now: Date): string {
  const submitted = new Date(submittedAt).getTime()
  const waited = Math.max(0, Math.floor((now.getTime() - submitted) / HOUR_MS))
  const promised = Math.round((new Date(dueAt).getTime() - submitted) / HOUR_MS)
  return `${waited} h of ${promised} h`
}
