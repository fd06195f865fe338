import { type DocumentSlot, documentType } from './documents.ts'

/** This long a page has to be on screen before it counts as looked at (design §11). */
export const LOOK_MS = 1000

/** How wide a page is shown, in pixels of the page, when its print can be read: a card, a letter of A4, a face. */
const READING_WIDTHS = { id: 480, proof: 600, other: 600, selfie: 240 } as const

/** From which width on a document counts as readable: that of its kind, or its own where the picture is smaller. */
export function readingWidth(slot: DocumentSlot, naturalWidth: number | null): number {
  const wanted: number = READING_WIDTHS[documentType(slot).group]
  // A picture at its own size may be laid out a fraction of a pixel below it.
  return naturalWidth !== null && naturalWidth < wanted ? naturalWidth - 1 : wanted
}

/** No one looks longer without the page telling it. */
export const MAX_SHOWN_MS = 86_400_000
