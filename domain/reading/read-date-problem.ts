import type { DocumentSlot } from '#contract/documents/documents.ts'
import type { ReadValue } from '#contract/documents/readings.ts'
import { type DateProblem, dateProblem, type PrintedDates } from '#domain/cases/document-problems.ts'
import { type PlainDate, parsePlainDate } from '#domain/plain-date.ts'

/**
 * Why a date that was read rules a document out beside what is known of it, or null: what its owner is told of a date that they
 * type. It is only said, because a machine may have misread it.
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
