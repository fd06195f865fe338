/**
 * Runs an upload's work when it is this tab's turn: of several tabs with the same upload, only one runs at a
 * time. In browsers without locks the server keeps order. Throws the signal's reason if cancelled.
 */
export async function inTurn<T>(id: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  // Only visible to this browser's own pages.
  return navigator.locks ? navigator.locks.request(`upload ${id}`, { signal }, work) : work()
}
