import { useEffect } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { fetchAhead } from '#web/shared/documents/page-picture.ts'
import { type CaseDocument, currentDocument } from '../selected-document.ts'
import { isOpen } from '../use-case-change.ts'
import { type DeskLine, deskLines, firstLine, nextOpenLine, slotBeside } from './desk-lines.ts'

/**
 * Asks for the picture that a case opens with, as soon as it is the reviewer's. Of a case that is no one's yet nothing is asked for: its
 * documents are read with the case at hand or for a reason (security R11).
 */
export function fetchFirstPicture(reviewCase: ReviewCase, key?: string): void {
  if (!isAtHand(reviewCase)) return
  const lines = deskLines(reviewCase, {})
  const line = lines.find((each) => each.key === key) ?? firstLine(reviewCase, lines)
  if (line) for (const { documentUrl } of documentsWith(reviewCase, line)) fetchAhead(documentUrl)
}

/** Asks for what the next open line will show, once the picture of this one is there. */
export function usePicturesAhead(
  reviewCase: ReviewCase,
  lines: readonly DeskLine[],
  line: DeskLine | undefined,
  isShown: boolean,
): void {
  const urls = line && isShown && isAtHand(reviewCase) ? nextPictures(reviewCase, lines, line) : []
  const wanted = urls.join(' ')
  useEffect(() => {
    for (const url of wanted.split(' ').filter(Boolean)) fetchAhead(url)
  }, [wanted])
}

/** Where the pictures are that come next: of the first open line that shows another document than this one. */
export function nextPictures(reviewCase: ReviewCase, lines: readonly DeskLine[], line: DeskLine): string[] {
  const shown = documentsWith(reviewCase, line)
  const isNew = ({ id }: CaseDocument) => shown.every((each) => each.id !== id)
  let next = nextOpenLine(lines, line.key)
  for (const seen = new Set<string>(); next && !seen.has(next.key); next = nextOpenLine(lines, next.key)) {
    const documents = documentsWith(reviewCase, next).filter(isNew)
    if (documents.length > 0) return documents.map(({ documentUrl }) => documentUrl)
    seen.add(next.key)
  }
  return []
}

/** What the stage shows with a line: the document that proves it, and with a face the one on the ID. */
function documentsWith(reviewCase: ReviewCase, { key, slot }: DeskLine): CaseDocument[] {
  const slots = slot ? [slot, key === 'selfie' ? slotBeside(reviewCase, slot) : null] : []
  return slots.flatMap((each) => (each && currentDocument(reviewCase.items, each)) || [])
}

/** Whether the reviewer works on it, so that what they read of it has the case as its reason. */
function isAtHand(reviewCase: ReviewCase): boolean {
  return isOpen(reviewCase) && reviewCase.owner?.isYou === true && reviewCase.documentsOpen !== null
}
