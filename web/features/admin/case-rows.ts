import type { ReviewCase } from '#contract/admin-cases.ts'
import { formatDate } from '#web/lib/dates.ts'
import type { KeyValue } from '#web/ui/key-value-list.tsx'

/** What there is to say of a submission beside its answers; of a profile without a case, when it was made. */
export function caseRows(one: ReviewCase | null, createdAt: string): KeyValue[] {
  const rows: KeyValue[] = [{ label: 'Submitted', value: formatDate(one?.submittedAt ?? createdAt) }]
  if (!one) return rows
  if (one.round > 1) rows.push({ label: 'Round', value: String(one.round) })
  const isAccepted = one.riskDisclosureAccepted
  rows.push({ label: 'Risk disclosure', value: isAccepted ? 'Accepted' : 'Not recorded as accepted' })
  return rows
}
