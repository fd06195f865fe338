import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ageText } from '#web/shared/cases/age-text.ts'
import { workingTimeText } from '#web/shared/cases/working-time-text.ts'
import type { KeyValue } from '#web/ui/key-value-list.tsx'

/** What there is to say of a submission beside its answers; of a profile without a case, when it was made. */
export function caseRows(reviewCase: ReviewCase | null, createdAt: string, now: Date): KeyValue[] {
  const rows: KeyValue[] = [{ label: 'Submitted', value: formatDate(reviewCase?.submittedAt ?? createdAt) }]
  if (!reviewCase) return rows
  const { submittedAt, dueAt, dueState, workingMs } = reviewCase
  if (submittedAt && dueAt && dueState)
    rows.push({ label: 'Waiting', value: ageText(submittedAt, dueAt, now) })
  if (workingMs !== null) rows.push({ label: 'Working time', value: workingTimeText(workingMs) })
  if (reviewCase.round > 1) rows.push({ label: 'Round', value: String(reviewCase.round) })
  rows.push({ label: 'Risk disclosure', value: RISK_DISCLOSURE[reviewCase.riskDisclosure] })
  return rows
}

const RISK_DISCLOSURE = {
  confirmed: 'Accepted',
  unconfirmed: 'Accepted, text not confirmed',
  missing: 'Not recorded as accepted',
} as const satisfies Record<ReviewCase['riskDisclosure'], string>
