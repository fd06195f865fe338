import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { personOwner, type WaitingOwner } from '#web/lib/waiting-database.ts'
import { riskAcceptedQuery } from '#web/shared/certifications/risk-disclosure/queries.ts'
import { ownDocumentsQuery } from '#web/shared/documents/own-documents.ts'
import { deleteDraft } from '#web/shared/onboarding/stored-drafts.ts'
import { StartAgain } from '#web/shared/verification/withdraw-application.tsx'
import { Banner, type BannerKind } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { afterSubmission } from './after-submission.ts'
import { type JourneyApplicant, useApplicant } from './applicant.ts'
import type { ReturnedCase } from './correction.ts'
import type { JourneyKind, JourneyTypes } from './journey-kind.ts'
import { JourneySkeleton } from './journey-skeleton.tsx'
import { findDraft, type LocalDraft, readLocalDraft } from './local-draft.ts'
import { OnboardingJourney } from './onboarding-journey.tsx'

const KIND: Readonly<Record<CaseState, BannerKind | null>> = {
  draft: null,
  needs_resubmission: null,
  withdrawn: 'info',
  expired: 'info',
  submitted: 'info',
  in_review: 'info',
  awaiting_second_approval: 'info',
  approved: 'success',
  reverification_due: 'success',
  rejected: 'error',
}

/** The page of one kind: the journey, or its state once submitted. */
export function JourneyPage<T extends JourneyTypes>({ kind }: { kind: JourneyKind<T> }) {
  const { applicant, isSignedOut } = useApplicant()
  if (!applicant) return <Loading title={kind.title} />
  // Another person starts with a new form, never with what someone else typed.
  return <LoadedJourney key={applicant.userId} kind={kind} applicant={applicant} isSignedOut={isSignedOut} />
}

interface LoadedJourneyProps<T extends JourneyTypes> {
  kind: JourneyKind<T>
  applicant: JourneyApplicant
  isSignedOut: boolean
}

function LoadedJourney<T extends JourneyTypes>({ kind, applicant, isSignedOut }: LoadedJourneyProps<T>) {
  // The page learns of a submission before its response arrives, and must then lead only to the receipt.
  const [isHandingIn, setHandingIn] = useState(false)
  const live = { enabled: !isHandingIn }
  const draft = useQuery({ ...kind.queries.draft, ...live })
  const own = useQuery({ ...kind.queries.own, ...live })
  const documents = useQuery({ ...ownDocumentsQuery, ...live })
  const risk = useQuery(riskAcceptedQuery(applicant.userId))
  const isClosed = own.data?.case ? hasNotice(own.data.case.state) : false
  // Returned, or reopened by an administrator: the form starts with what was submitted.
  const isAgain = !isClosed && (own.data?.case?.round ?? 0) > 0
  const profile = useQuery({ ...kind.profileQuery(applicant), enabled: isAgain })
  const owner = personOwner(applicant.userId)
  useEffect(() => {
    if (isClosed) void deleteDraft({ owner, place: kind.name })
  }, [isClosed, owner, kind.name])
  const stored = useStoredDraft(kind, owner)

  // Without data the page can't be shown; with earlier data, a failed refetch changes nothing.
  for (const query of [draft, own, documents, profile]) if (query.error && !query.data) throw query.error
  if (!draft.data || !own.data || !documents.data || risk.isPending || (isAgain && !profile.data)) {
    return <Loading title={kind.title} />
  }
  if (own.data.case && isClosed) {
    if (hasEnded(own.data.case.state))
      return <CaseNotice own={own.data.case} kind={kind.name} isVisitor={applicant.isVisitor} />
    if (applicant.isVisitor) return <Navigate {...afterSubmission(applicant, kind.name)} replace />
    return kind.pathWhenClosed ? (
      <Navigate to={kind.pathWhenClosed} replace />
    ) : (
      <CaseNotice own={own.data.case} kind={kind.name} />
    )
  }
  if (stored.error) throw stored.error
  // A form that filled in its fields afterwards could overwrite what was typed meanwhile.
  if (stored.draft === undefined) return <Loading title={kind.title} />
  return (
    <OnboardingJourney
      kind={kind}
      applicant={applicant}
      isSignedOut={isSignedOut}
      account={draft.data}
      own={own.data.case}
      documents={documents.data.documents.filter((stored) => stored.kind === kind.name)}
      profile={profile.data?.profile ?? null}
      onHandingIn={setHandingIn}
      stored={stored.draft}
    />
  )
}

function Loading({ title }: { title: string }) {
  usePageTitle(title)
  return <JourneySkeleton />
}

/** Whether a case in this state has nothing to fill in here (cases, States). */
function hasNotice(state: CaseState): boolean {
  return KIND[state] !== null
}

/** Whether the application ended without a decision, and can be started again. */
function hasEnded(state: CaseState): boolean {
  return state === 'withdrawn' || state === 'expired'
}

/**
 * Shown instead of the form: the application's state, and where to follow it, except for visitors, who have no
 * account for that page.
 */
export function CaseNotice({
  own,
  kind,
  isVisitor = false,
}: {
  own: ReturnedCase
  kind: CaseKind
  isVisitor?: boolean
}) {
  usePageTitle(own.label)
  return (
    <Page width="narrow">
      <div className="mx-auto max-w-[640px]">
        <h1 tabIndex={-1}>Your application</h1>
        <Banner kind={KIND[own.state] ?? 'info'} title={own.label} className="mt-6">
          {own.text}
          {own.standing.promise ? <p className="mt-2">{own.standing.promise.text}</p> : null}
        </Banner>
        <StartAgain own={{ ...own, kind }} className="mt-8" />
        <p className="mt-8">
          {own.state === 'reverification_due' ? (
            <Link className={buttonClass('primary', 'lg')} to="/verification/confirm">
              Confirm your details
            </Link>
          ) : isVisitor ? null : (
            <Link
              className={buttonClass(hasEnded(own.state) ? 'secondary' : 'primary', 'lg')}
              to="/verification"
            >
              See your verification
            </Link>
          )}
        </p>
      </div>
    </Page>
  )
}

/**
 * The draft this browser stores, null if there is none; undefined while it is read, and while it can't be read
 * because its key needs a connection.
 */
function useStoredDraft<T extends JourneyTypes>(
  kind: JourneyKind<T>,
  owner: WaitingOwner,
): { draft: LocalDraft<T['draft']> | null | undefined; error: Error | null } {
  // Read again at each visit.
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const { data: found } = useQuery({
    ...once,
    queryKey: ['stored draft', owner, kind.name],
    queryFn: () => findDraft(owner, kind.name),
    networkMode: 'always',
  })
  const opened = useQuery({
    ...once,
    queryKey: ['opened draft', owner, kind.name, found?.savedAt],
    queryFn: () => (found ? readLocalDraft<T['draft']>(found, kind.draftSchema) : null),
    enabled: Boolean(found),
  })
  return { draft: found === null ? null : opened.data, error: opened.error }
}
