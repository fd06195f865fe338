import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { ReadValue } from '#contract/documents/readings.ts'
import { type DateProblem, dateProblem, type PrintedDates } from '#domain/cases/document-problems.ts'
import { type PlainDate, parsePlainDate } from '#domain/plain-date.ts'

/**
 * Returns why a date that was read, together with what is known, disqualifies a document, or null: shown to its owner
 * as they type a date. It only informs, because software may have misread it.
 */
export function readDateProblem(
  slot: DocumentSlot,
  known: Readonly<Record<keyof PrintedDates, string | null>>,
  values: readonly Pick<ReadValue, 'field' | 'value'>[],
  today: PlainDate,
): DateProblem | null {
  const dateOf = (name: keyof PrintedDates) =>
    parsePlainDate(values.find(({ field }) => field === name)?.value ?? known[name] ?? '')
  const dates = { issuedOn: dateOf('issuedOn'), expiresOn: dateOf('expiresOn') }
  const problem = dateProblem(slot, dates, today)
  return problem && values.some(({ field }) => field === problem.field) ? problem : null
}
