import {
  ADDRESS_PROOF_MAX_MONTHS,
  DOC_TYPE_LABELS,
  type DocType,
  type DocumentSlot,
  MIN_PICTURE_EDGES,
  SLOT_LABELS,
  SLOT_NOUNS,
} from '#contract/documents/documents.ts'
import type { PictureProblem } from '#contract/documents/picture-quality.ts'
import type { DocumentNotice } from '#contract/documents/uploads.ts'
import { PICTURE_ADVICE } from '#domain/documents/picture-advice.ts'
import { addMonths, type PlainDate } from '#domain/plain-date.ts'
import {
  addressProofAge,
  countedSlots,
  isAddressProof,
  isExpiredOn,
  slotWithSameFile,
} from './document-requirements.ts'

/** The dates printed on a document, as far as known. */
export interface PrintedDates {
  issuedOn: PlainDate | null
  expiresOn: PlainDate | null
}

/** Why a date disqualifies a document, the field to show it next to, and what to do about it. */
export interface DateProblem {
  kind: 'expired' | 'expires_before_issue' | 'too_old' | 'future_date'
  field: keyof PrintedDates
  message: string
}

const TOO_OLD = `This document is more than ${ADDRESS_PROOF_MAX_MONTHS} months old. Upload a newer one.`

/**
 * Returns what is wrong with a document's dates on a London day, or null. A document is valid up to and including the
 * day it expires; a proof of address may be dated up to three calendar months back. An unknown date disqualifies
 * nothing.
 */
export function dateProblem(
  slot: DocumentSlot,
  { issuedOn, expiresOn }: PrintedDates,
  today: PlainDate,
): DateProblem | null {
  if (issuedOn && issuedOn > today)
    return {
      kind: 'future_date',
      field: 'issuedOn',
      message: 'The issue date is in the future. Check it.',
    }
  if (issuedOn && expiresOn && expiresOn < issuedOn)
    return {
      kind: 'expires_before_issue',
      field: 'expiresOn',
      message: 'The expiry date is before the issue date. Check both dates.',
    }
  if (expiresOn && isExpiredOn(expiresOn, today))
    return {
      kind: 'expired',
      field: 'expiresOn',
      message: 'This document has expired. Upload one that is still valid.',
    }
  if (isAddressProof(slot) && issuedOn && addressProofAge(issuedOn, today) === 'too_old')
    return { kind: 'too_old', field: 'issuedOn', message: TOO_OLD }
  return null
}

/** Returns the earliest issue date of a proof of address that still counts on a day. */
export function earliestAddressProof(today: PlainDate): PlainDate {
  return addMonths(today, -ADDRESS_PROOF_MAX_MONTHS)
}

/** What is known about a stored file before anyone looks at it. */
export interface GivenFile {
  slot: DocumentSlot
  /** For a side of an ID document: the kind it was given for; null if not stated. */
  docType: DocType | null
  sha256: string
  /** Pixels of a picture; null for a PDF. */
  width: number | null
  height: number | null
  /** What is wrong with the picture, the most useful first. */
  problems: readonly PictureProblem[]
  uploadedAt: Date
}

/**
 * Returns what to tell a person about a file they have just given, considering the case's other files: that it is the
 * same as an earlier one, or hard to read. Only the most useful of several reasons is given: a larger, sharper picture
 * is the same next picture.
 */
export function documentNotices(file: GivenFile, others: readonly GivenFile[]): DocumentNotice[] {
  const notices: DocumentNotice[] = []
  const earlier = others.filter(({ uploadedAt }) => uploadedAt <= file.uploadedAt)
  const as = slotWithSameFile(file, earlier)
  if (as) notices.push({ kind: 'same_file', message: sameFileMessage(file.slot, as) })
  const kind = pictureFault(file)
  if (kind === 'too_small') notices.push({ kind, message: tooSmallMessage(file.slot) })
  else if (kind) notices.push({ kind, message: PICTURE_ADVICE[kind].message })
  return notices
}

/** Returns the most useful thing that is wrong with a picture, whatever other files there are; null if nothing is. */
export function pictureFault(file: Pick<GivenFile, 'width' | 'height' | 'problems'>): PictureProblem | null {
  return isTooSmall(file) ? 'too_small' : (file.problems[0] ?? null)
}

/** Whether a file fits the chosen kind of ID document: a passport's page is not a side of a licence. */
export function fitsDocType({ docType }: Pick<GivenFile, 'docType'>, chosen: DocType | null): boolean {
  return docType === null || chosen === null || docType === chosen
}

/**
 * Returns everything about the counted documents that a reviewer would have to refuse, by slot; it blocks a submission.
 */
export function submissionProblems(
  docType: DocType | null,
  documents: readonly (PrintedDates & GivenFile)[],
  today: PlainDate,
): { slot: DocumentSlot; message: string }[] {
  const counted = documents.filter(({ slot }) => countedSlots(docType).includes(slot))
  return counted.flatMap((document) => {
    const message = misfitMessage(document, docType) ?? dateProblem(document.slot, document, today)?.message
    return message ? [{ slot: document.slot, message: `${SLOT_LABELS[document.slot]}: ${message}` }] : []
  })
}

function misfitMessage(document: GivenFile, chosen: DocType | null): string | null {
  if (fitsDocType(document, chosen) || document.docType === null || chosen === null) return null
  const [given, wanted] = [document.docType, chosen].map((type) => DOC_TYPE_LABELS[type].toLowerCase())
  return `You gave this file for a ${given}. Upload your ${wanted}.`
}

/** Whether a picture has fewer pixels than its print needs; false while they are unknown. */
export function isTooSmall({ width, height }: Pick<GivenFile, 'width' | 'height'>): boolean {
  if (width === null || height === null) return false
  return Math.max(width, height) < MIN_PICTURE_EDGES.long || Math.min(width, height) < MIN_PICTURE_EDGES.short
}

function sameFileMessage(slot: DocumentSlot, as: DocumentSlot): string {
  return `This is the same file as your ${SLOT_NOUNS[as]}. Upload your ${SLOT_NOUNS[slot]} instead, if it isn’t on this file.`
}

function tooSmallMessage(slot: DocumentSlot): string {
  return slot === 'selfie'
    ? 'This picture is very small, so we may not be able to compare your face. Upload a larger one if you can.'
    : 'This picture is very small, so we may not be able to read it. Upload a larger one if you can.'
}
