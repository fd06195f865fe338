import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageTitle } from '#web/lib/page-title.ts'
import { riskAcceptedQuery } from '#web/shared/certifications/risk-disclosure/queries.ts'
import { ownDocumentsQuery } from '#web/shared/documents/queries.ts'
import { StepSkeleton } from '#web/ui/step-skeleton.tsx'
import { afterSubmission } from './after-submission.ts'
import { type JourneyApplicant, useApplicant } from './applicant.ts'
import { CaseNotice, hasEnded, hasNotice } from './case-notice.tsx'
import type { JourneyKind, JourneyTypes } from './journey-kind.ts'
import { draftKey, removeLocalDraft } from './local-draft.ts'
import { OnboardingJourney } from './onboarding-journey.tsx'

/** The page of one kind: the journey, or where it stands once it is handed in (onboarding §2, §4). */
export function JourneyPage<T extends JourneyTypes>({ kind }: { kind: JourneyKind<T> }) {
  const { applicant, isSignedOut } = useApplicant()
  if (!applicant) return <Loading title={kind.title} />
  // Another person begins with a form of their own, never with what someone typed before.
  return <LoadedJourney key={applicant.userId} kind={kind} applicant={applicant} isSignedOut={isSignedOut} />
}

interface LoadedJourneyProps<T extends JourneyTypes> {
  kind: JourneyKind<T>
  applicant: JourneyApplicant
  isSignedOut: boolean
}

function LoadedJourney<T extends JourneyTypes>({ kind, applicant, isSignedOut }: LoadedJourneyProps<T>) {
  const draft = useQuery(kind.queries.draft)
  const own = useQuery(kind.queries.own)
  const documents = useQuery(ownDocumentsQuery)
  const risk = useQuery(riskAcceptedQuery(applicant.userId))
  const isClosed = own.data?.case ? hasNotice(own.data.case.state) : false
  // Returned, or opened again by an administrator: the form begins with what was submitted.
  const isAgain = !isClosed && (own.data?.case?.round ?? 0) > 0
  const profile = useQuery({ ...kind.queries.profile(applicant), enabled: isAgain })
  const key = draftKey(applicant.draftOwner, kind.name)
  useEffect(() => {
    if (isClosed) removeLocalDraft(key)
  }, [isClosed, key])

  // Without its data the page is nothing; with data from before, a failed refresh changes nothing.
  for (const query of [draft, own, documents, profile]) if (query.error && !query.data) throw query.error
  if (!draft.data || !own.data || !documents.data || risk.isPending || (isAgain && !profile.data)) {
    return <Loading title={kind.title} />
  }
  if (own.data.case && isClosed) {
    if (hasEnded(own.data.case.state)) return <CaseNotice own={own.data.case} kind={kind.name} />
    if (applicant.isVisitor) return <Navigate {...afterSubmission(applicant, kind.name)} replace />
    return kind.pathWhenClosed ? (
      <Navigate to={kind.pathWhenClosed} replace />
    ) : (
      <CaseNotice own={own.data.case} kind={kind.name} />
    )
  }
  return (
    <OnboardingJourney
      kind={kind}
      applicant={applicant}
      isSignedOut={isSignedOut}
      account={draft.data}
      own={own.data.case}
      documents={documents.data.documents.filter((stored) => stored.kind === kind.name)}
      profile={profile.data?.profile ?? null}
    />
  )
}

function Loading({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <div className="ob">
      <div className="rail" />
      <main id="main" tabIndex={-1}>
        <StepSkeleton label="Loading your application" />
      </main>
    </div>
  )
}
