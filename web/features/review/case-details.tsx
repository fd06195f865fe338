import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { whoWaits } from '#domain/cases/case-waiting.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ageText } from '#web/shared/cases/age-text.ts'
import { ConfirmationBadge, EmailBadge } from '#web/shared/cases/confirmation-badge.tsx'
import { DueBadge } from '#web/shared/cases/due-badge.tsx'
import { eventNote } from '#web/shared/cases/reason-labels.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { workingTimeText } from '#web/shared/cases/working-time-text.ts'
import { HistoryCard } from '#web/shared/shell/history-card.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

const RISK_DISCLOSURE = {
  confirmed: 'Accepted',
  unconfirmed: 'Accepted, text not confirmed',
  missing: 'Not recorded as accepted',
} as const satisfies Record<ReviewCase['riskDisclosure'], string>

/** What was entered, followed by how its case stands. */
export function CaseDetails({
  id,
  title,
  reviewCase,
  createdAt,
  rows,
}: {
  id: string
  title: string
  reviewCase: ReviewCase | null
  createdAt: string
  rows: readonly KeyValue[]
}) {
  const now = useNow()
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title}>
        <CaseBadges reviewCase={reviewCase} />
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList items={[...rows, ...caseRows(reviewCase, createdAt, now)]} />
      </CardBody>
    </Card>
  )
}

/** Everything that happened to a case, newest first, with notes and final reasons (cases, Events and evidence). */
export function CaseEvents({ events }: { events: ReviewCase['events'] }) {
  if (events.length === 0) return null
  const newestFirst = events.toReversed().map((event) => ({ ...event, note: eventNote(event) }))
  return <HistoryCard id="case-events" events={newestFirst} />
}

/** What there is to say of a submission beside its answers; of a profile without a case, when it was made. */
function caseRows(reviewCase: ReviewCase | null, createdAt: string, now: Date): KeyValue[] {
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

/** How a case stands, and how long its reviewers, or the person who is to confirm, still have. */
function CaseBadges({ reviewCase }: { reviewCase: ReviewCase | null }) {
  return (
    <span className="flex flex-wrap gap-2">
      {reviewCase ? <DueBadge dueAt={reviewCase.dueAt} dueState={reviewCase.dueState} /> : null}
      {reviewCase && !reviewCase.emailConfirmed && whoWaits(reviewCase.state) !== 'nobody' ? (
        <EmailBadge />
      ) : null}
      {reviewCase?.confirmBy ? <ConfirmationBadge by={reviewCase.confirmBy} /> : null}
      <StandingBadge badge={caseBadge(reviewCase?.state ?? null, 'staff')} />
    </span>
  )
}
