import { type DocumentSlot, documentType } from '#contract/documents/documents.ts'
import type { ReadValue } from '#contract/documents/readings.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { LEAST_CLEAR } from './least-clear.ts'
import { readDateProblem } from './read-date-problem.ts'

/**
 * The date that decides whether a document counts, if a reviewer who sees it next to the document accepts it with the
 * line (cases, What accepting asks for): check digits prove it or it was read clearly, no other part of the document
 * says anything else, and it doesn't rule the document out. Null where they have to check and save it first.
 */
export function sureDate(slot: DocumentSlot, values: readonly ReadValue[], today: PlainDate): string | null {
  const { date } = documentType(slot)
  const found = values.find(({ field }) => field === date)
  if (!found || found.contradicted || found.proof === 'wrong') return null
  if (found.proof === null && found.confidence < LEAST_CLEAR[found.source]) return null
  return readDateProblem(slot, { issuedOn: null, expiresOn: null }, [found], today) ? null : found.value
}
