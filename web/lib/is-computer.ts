/** Whether this is a computer, with a mouse or a trackpad, rather than a phone or a tablet. */
export function isComputer(): boolean {
  // Browsers without pages, as in tests, have no media queries.
  return globalThis.matchMedia?.('(pointer: coarse)').matches !== true
}
