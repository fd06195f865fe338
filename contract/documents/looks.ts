import { type DocumentSlot, documentType } from './documents.ts'

/** How long a page has to be on screen to count as looked at (cases, What counts as a look). */
export const LOOK_MS = 1000

/** Width in CSS pixels at which the print of a page is legible: a card, an A4 letter, a face. */
const READING_WIDTHS = { id: 480, proof: 600, other: 600, selfie: 240 } as const

/** Returns the width from which a document is legible: that of its kind, or its own if the picture is smaller. */
export function readingWidth(slot: DocumentSlot, naturalWidth: number | null): number {
  const wanted: number = READING_WIDTHS[documentType(slot).group]
  // A picture shown at its own size may be laid out a fraction of a pixel narrower.
  return naturalWidth !== null && naturalWidth < wanted ? naturalWidth - 1 : wanted
}

/** No one looks longer without the page reporting it. */
export const MAX_SHOWN_MS = 86_400_000
