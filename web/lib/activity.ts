const QUIET_MS = 90_000

let lastInput = Date.now()

/** Records that someone is using the page. */
export function markActive(): void {
  lastInput = Date.now()
}

/** When someone last used this page, in milliseconds. */
export function lastInputAt(): number {
  return lastInput
}

/** Whether the page's requests are its own: no one has used it for a while. */
export function isUnattended(): boolean {
  return Date.now() - lastInput > QUIET_MS
}
