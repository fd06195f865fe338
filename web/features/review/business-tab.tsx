import Building from 'lucide-react/icons/building-2'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import type { BusinessProfile } from '#contract/onboarding/business.ts'
import { fieldsToRead } from '#contract/onboarding/business-fields.ts'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { whoWaits } from '#domain/cases/case-waiting.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { ageText, workingTimeText } from '#web/shared/cases/case-times.ts'
import { ConfirmationBadge, EmailBadge } from '#web/shared/cases/confirmation-badge.tsx'
import { DueBadge } from '#web/shared/cases/due-badge.tsx'
import { eventNote } from '#web/shared/cases/reason-labels.ts'
import { useNow } from '#web/shared/cases/use-now.ts'
import { userTypeNoun } from '#web/shared/directory/user-type-noun.ts'
import { ScreeningCard } from '#web/shared/screening/screening-card.tsx'
import { HistoryCard } from '#web/shared/shell/history-card.tsx'
import { staffLines } from '#web/shared/verification/company-lines.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { Split, Stack } from '#web/ui/layout.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'
import { CaseQuery } from './case-query.tsx'
import { CompanyOwners, CompanyRepresentatives } from './company-people.tsx'
import { DecisionCard } from './decision-card.tsx'
import { DocumentPane } from './document-pane.tsx'
import { NoteForm } from './note-form.tsx'
import { hasDocuments } from './selected-document.ts'

/** The check of a user's company: its data and document, the decision, and its history. */
export function BusinessTab({ user }: { user: AdminUserDetail }) {
  const { business_profile: company } = user
  if (!company) {
    return (
      <section>
        <h2 className="sr-only">Business Details</h2>
        <EmptyState card icon={Building} title="User has not submitted business information yet" />
      </section>
    )
  }
  return (
    <CaseQuery userId={user.id} kind="business" label="business details">
      {(reviewCase) => (
        <Split sides="record">
          <Stack>
            <CompanyDetails company={company} reviewCase={reviewCase} />
            <CompanyOwners company={company} />
            <CompanyRepresentatives company={company} />
            <CompanySettlement company={company} />
            {reviewCase && hasDocuments(reviewCase.items) ? (
              <DocumentPane key={reviewCase.id} userId={user.id} reviewCase={reviewCase} />
            ) : null}
          </Stack>
          {reviewCase ? (
            <Stack>
              <ScreeningCard userId={user.id} kind="business" />
              <DecisionCard userId={user.id} reviewCase={reviewCase} />
              <CaseNotes userId={user.id} reviewCase={reviewCase} />
              <CaseEvents events={reviewCase.events} />
            </Stack>
          ) : null}
        </Split>
      )}
    </CaseQuery>
  )
}

/** A company's settlement: registry, bank and contact, all optional (onboarding §5.7). */
function CompanySettlement({ company }: { company: BusinessProfile }) {
  return (
    <Card aria-labelledby="company-settlement">
      <CardHeader id="company-settlement" title="Registry and settlement" />
      <CardBody className="py-2">
        <KeyValueList missing="Not given" items={staffLines(company, 'settlement')} />
      </CardBody>
    </Card>
  )
}

/** A company's registration as entered, and its case's state. */
function CompanyDetails({
  company,
  reviewCase,
}: {
  company: BusinessProfile
  reviewCase: ReviewCase | null
}) {
  const registration = staffLines(company, 'registration')
  const address = fieldsToRead('staff', 'registration').indexOf('registeredAddress')
  return (
    <CaseDetails
      id="company-details"
      title="Company"
      reviewCase={reviewCase}
      createdAt={company.created_at}
      rows={[
        ...registration.slice(0, address),
        // The day on which the company was first submitted here; the register's own date isn't asked for.
        { label: 'Registered date', value: formatDate(company.created_at) },
        ...registration.slice(address),
        { label: 'User type', value: company.user_type ? userTypeNoun(company.user_type) : null },
        ...(reviewCase && !hasDocuments(reviewCase.items)
          ? [{ label: 'Additional document', value: null, missing: 'None' }]
          : []),
      ]}
    />
  )
}

/** Reviewers' notes on a case, newest first; the applicant never sees them. */
export function CaseNotes({ userId, reviewCase }: { userId: number; reviewCase: ReviewCase }) {
  const mayWork = useMay('cases.work')
  return (
    <Card aria-labelledby="case-notes">
      <CardHeader id="case-notes" title="Internal notes" />
      <CardBody>
        {mayWork && reviewCase.mayDecide ? <NoteForm userId={userId} reviewCase={reviewCase} /> : null}
        {reviewCase.notes.length > 0 ? (
          <ul className="mt-5 grid gap-4">
            {reviewCase.notes.map((note) => (
              <li key={note.id}>
                <p className="text-card whitespace-pre-line wrap-anywhere">{note.text}</p>
                <p className="text-sm text-ink-3">
                  {note.author} · {formatDateTime(note.at)}
                </p>
              </li>
            ))}
          </ul>
        ) : mayWork ? null : (
          <p className="text-card text-ink-2">No notes yet.</p>
        )}
      </CardBody>
    </Card>
  )
}

const RISK_DISCLOSURE = {
  confirmed: 'Accepted',
  unconfirmed: 'Accepted, text not confirmed',
  missing: 'Not recorded as accepted',
} as const satisfies Record<ReviewCase['riskDisclosure'], string>

/** What was entered, followed by the case's state. */
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

/** A case's events, newest first, with notes and final reasons (cases, Events). */
export function CaseEvents({ events }: { events: ReviewCase['events'] }) {
  if (events.length === 0) return null
  const newestFirst = events.toReversed().map((event) => ({ ...event, note: eventNote(event) }))
  return <HistoryCard id="case-events" events={newestFirst} />
}

/** A submission's other facts; for a profile without a case, when it was created. */
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

/** A case's state, and how long its reviewers, or the person who should confirm, have left. */
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
