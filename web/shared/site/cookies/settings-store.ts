let isOpen = false
const listeners = new Set<() => void>()

/** Opens the Cookie Settings dialog; callable from any footer. */
export function openCookieSettings(): void {
  change(true)
}

/** Closes the dialog; what was chosen is stored elsewhere. */
export function closeCookieSettings(): void {
  change(false)
}

/** Whether the dialog is open now. */
export function areCookieSettingsOpen(): boolean {
  return isOpen
}

/** Calls the listener when the dialog opens or closes; returns a function that stops it. */
export function subscribeToCookieSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}
