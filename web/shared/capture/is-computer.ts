/**
 * Whether this is a computer, with a mouse or a trackpad: hardly anyone can hold a document in front of its camera, so a
 * phone is offered first.
 */
export function isComputer(): boolean {
  // Browsers without pages, as in tests, have no media queries.
  return globalThis.matchMedia?.('(pointer: coarse)').matches !== true
}
