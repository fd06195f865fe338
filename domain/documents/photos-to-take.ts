import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import {
  documentNotices,
  type GivenFile,
  type PrintedDates,
  submissionProblems,
} from '#domain/cases/document-problems.ts'
import type { PlainDate } from '#domain/plain-date.ts'

/** A file in a slot, and whether its owner has chosen to use it although it is poor. */
export type AnsweredFile = GivenFile & PrintedDates & { isKept: boolean }

/**
 * Returns which of the photos that may be needed a phone is asked for: the one that its owner takes again, and those
 * without a good file. If all are good, it returns all that were named.
 */
export function photosToTake(
  named: readonly DocumentSlot[],
  again: DocumentSlot | null,
  { files, ...about }: FilesToSend & { files: readonly AnsweredFile[] },
): DocumentSlot[] {
  const isGood = (slot: DocumentSlot) => {
    const file = files.find((other) => other.slot === slot)
    return file !== undefined && isReadyToSend(file, files, about)
  }
  const slots = [...new Set(named)]
  const asked = slots.filter((slot) => slot === again || !isGood(slot))
  return asked.length > 0 ? asked : slots
}

interface FilesToSend {
  /** The kind of ID that was chosen; null until one is. */
  docType: DocType | null
  today: PlainDate
}

/** Whether a file can be sent as it is: a reviewer wouldn't have to refuse it, and nothing is left to choose about it. */
export function isReadyToSend(
  file: AnsweredFile,
  files: readonly AnsweredFile[],
  { docType, today }: FilesToSend,
): boolean {
  return submissionProblems(docType, [file], today).length === 0 && !isQuestioned(file, files)
}

/** Whether a file has a notice that its owner has not answered. */
export function isQuestioned(file: AnsweredFile, files: readonly AnsweredFile[]): boolean {
  return !file.isKept && documentNotices(file, files).length > 0
}
