import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AuthUser } from '#contract/auth.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/lib/session.ts'
import { ownDocumentsQuery } from '#web/parts/documents/queries.ts'
import { riskAcceptedQuery } from '#web/parts/risk-disclosure/queries.ts'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CaseNotice, hasNotice } from './case-notice.tsx'
import { ConsumerJourney } from './consumer-journey.tsx'
import { draftOwner, removeLocalDraft } from './local-draft.ts'
import { caseQuery, draftQuery, ownProfileQuery } from './queries.ts'

/** `/onboarding/consumer`: the journey, or where it stands once it is handed in (onboarding §2, §4). */
export function ConsumerPage() {
  const user = useUser()
  // A session that ends does not take the form away: the journey asks to sign in again.
  const [known, setKnown] = useState<AuthUser | null>(null)
  if (user && user !== known) setKnown(user)
  const person = user ?? known
  return person ? <LoadedConsumer user={person} isSignedOut={user === null} /> : <Loading />
}

function LoadedConsumer({ user, isSignedOut }: { user: AuthUser; isSignedOut: boolean }) {
  const draft = useQuery(draftQuery)
  const own = useQuery(caseQuery)
  const documents = useQuery(ownDocumentsQuery)
  const risk = useQuery(riskAcceptedQuery(user.id))
  const isClosed = own.data?.case ? hasNotice(own.data.case.state) : false
  // Returned, or opened again by an administrator: the form begins with what was submitted.
  const isAgain = !isClosed && (own.data?.case?.round ?? 0) > 0
  const profile = useQuery({ ...ownProfileQuery(user.id), enabled: isAgain })
  const owner = draftOwner(user)
  useEffect(() => {
    if (isClosed) removeLocalDraft(owner)
  }, [isClosed, owner])

  // Without its data the page is nothing; with data from before, a failed refresh changes nothing.
  for (const query of [draft, own, documents, profile]) if (query.error && !query.data) throw query.error
  if (!draft.data || !own.data || !documents.data || risk.isPending || (isAgain && !profile.data)) {
    return <Loading />
  }
  if (own.data.case && isClosed) return <CaseNotice own={own.data.case} />
  return (
    <ConsumerJourney
      user={user}
      isSignedOut={isSignedOut}
      account={draft.data}
      own={own.data.case}
      documents={documents.data.documents}
      profile={profile.data?.profile ?? null}
    />
  )
}

function Loading() {
  usePageTitle('Consumer Account')
  return (
    <div className="ob">
      <div className="rail" />
      <main id="main" tabIndex={-1}>
        <LoadingRegion label="Loading your application">
          <Skeleton width={90} />
          <p className="mt-4">
            <Skeleton width="60%" height={30} />
          </p>
          <p className="mt-8">
            <Skeleton height={120} />
          </p>
        </LoadingRegion>
      </main>
    </div>
  )
}
