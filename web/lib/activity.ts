const QUIET_MS = 90_000

let lastInput = Date.now()

/** Marks that someone is at the page. */
export function markActive(): void {
  lastInput = Date.now()
}

/** When someone was last seen at this page, in milliseconds. */
export function lastInputAt(): number {
  return lastInput
}

/** Whether what the page asks now, it asks by itself: no one has touched it for a while. */
export function isUnattended(): boolean {
  return Date.now() - lastInput > QUIET_MS
}
