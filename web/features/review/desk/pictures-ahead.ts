import { useEffect } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { fetchAhead } from '#web/shared/documents/page-picture.ts'
import { type CaseDocument, currentDocument } from '../selected-document.ts'
import { isOpen } from '../use-case-change.ts'
import { type DeskLine, deskLines, firstLine, nextOpenLine, slotBeside } from './desk-lines.ts'

/**
 * Fetches a case's first picture as soon as the reviewer has claimed it. For an unclaimed case nothing is
 * fetched: its documents need a claim or a reason (security R11).
 */
export function fetchFirstPicture(reviewCase: ReviewCase, key?: string): void {
  if (!isAtHand(reviewCase)) return
  const lines = deskLines(reviewCase, {})
  const line = lines.find((each) => each.key === key) ?? firstLine(reviewCase, lines)
  if (line) for (const { documentUrl } of documentsWith(reviewCase, line)) fetchAhead(documentUrl)
}

/** Fetches what the next open line will show, once this one's picture has loaded. */
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

/** Returns the URLs of the next pictures: of the first open line that shows another document than this one. */
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

/** The documents the stage shows for a line: the one that proves it and, with a face, the one on the ID. */
function documentsWith(reviewCase: ReviewCase, { key, slot }: DeskLine): CaseDocument[] {
  const slots = slot ? [slot, key === 'selfie' ? slotBeside(reviewCase, slot) : null] : []
  return slots.flatMap((each) => (each && currentDocument(reviewCase.items, each)) || [])
}

/** Whether the reviewer has claimed it, so that the case is the reason for reading its documents. */
function isAtHand(reviewCase: ReviewCase): boolean {
  return isOpen(reviewCase) && reviewCase.owner?.isYou === true && reviewCase.documentsOpen !== null
}
