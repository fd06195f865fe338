import type { DocumentSlot } from '#contract/documents/documents.ts'
import { LOOK_MS, readingWidth } from '#contract/documents/looks.ts'

/** How a page of a document was on screen: how wide, and for how long without a change of it. */
export interface ShownPage {
  width: number
  ms: number
}

/** What a reviewer has made of a document so far: read, on screen too small to read, or not looked at. */
export type Look = 'read' | 'too_small' | 'none'

/** What was shown of a document comes to, by its slot and the width of its own picture; null for pages drawn of a PDF. */
export function lookOf(slot: DocumentSlot, naturalWidth: number | null, shown: readonly ShownPage[]): Look {
  const long = shown.filter(({ ms }) => ms >= LOOK_MS)
  if (long.some(({ width }) => width >= readingWidth(slot, naturalWidth))) return 'read'
  return long.length > 0 ? 'too_small' : 'none'
}
