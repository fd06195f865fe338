import { randomUUID } from 'node:crypto'
import { LOOK_MS } from '#contract/documents/looks.ts'

/** What a page reports about a look at a document that counts: large enough for any document, and long enough. */
export function aLook(more: { viewing?: string; page?: number; shownWidth?: number; shownMs?: number } = {}) {
  return { viewing: randomUUID(), shownWidth: 1200, shownMs: LOOK_MS, ...more }
}
