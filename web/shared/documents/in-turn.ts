/**
 * Does some work for an upload when it is this tab’s turn: of several tabs with the same upload one has it at a time. Where browsers
 * know no turns, the server keeps order. Throws the signal's reason when cancelled.
 */
export async function inTurn<T>(id: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  // Told to pages of this browser alone.
  return navigator.locks ? navigator.locks.request(`upload ${id}`, { signal }, work) : work()
}
