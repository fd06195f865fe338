import { documentType } from '#contract/documents/documents.ts'
import type { ReadField, ReadValue } from '#contract/documents/readings.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { compareRead } from '#domain/reading/compare-read.ts'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { SESSION_KEYS } from '#web/lib/storage-keys.ts'

/** What a document is compared with, and what may be filled from it. */
export interface DeclaredAnswers {
  firstName: string
  lastName: string
  /** As `YYYY-MM-DD`. */
  birthDate: string | null
  address: string
}

/** Typed values by the field of a reading; omitted fields aren’t asked about. */
export type TypedValues = Partial<Record<ReadField, string | null>>

/** What was typed, by the field it is compared with; the name in a proof of address is compared with both names. */
export function typedValues(
  { documentType: slot, issuedOn, expiresOn }: StoredDocument,
  { firstName, lastName, birthDate, address }: DeclaredAnswers,
): TypedValues {
  return documentType(slot).group === 'proof'
    ? { name: `${firstName} ${lastName}`.trim(), address, issuedOn }
    : { givenNames: firstName, surname: lastName, birthDate, address, expiresOn }
}

/** The values read that differ from what was typed. */
export function differingValues(values: readonly ReadValue[], typed: TypedValues): ReadValue[] {
  return values.filter(
    ({ field, value, isCutOff }) =>
      compareRead(field, typed[field] ?? null, value, isCutOff)?.kind === 'differs',
  )
}

/** Whether this tab’s owner has answered what was read from a document. */
export function isReadingAnswered(documentId: string): boolean {
  return answeredDocuments().includes(documentId)
}

export function rememberReadingAnswered(documentId: string): void {
  writeStored('session', SESSION_KEYS.readingsAnswered, [...answeredDocuments(), documentId].join())
}

function answeredDocuments(): readonly string[] {
  return readStored('session', SESSION_KEYS.readingsAnswered)?.split(',') ?? []
}
