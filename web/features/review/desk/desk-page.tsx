import { onlineManager, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CaseKind } from '#contract/verification/cases.ts'
import { useVerdictDrafts } from '#web/features/review/verdict-drafts.ts'
import { useMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { reviewCaseQuery, userQuery } from '#web/shared/directory/queries.ts'
import { UserNotLoaded } from '#web/shared/directory/user-not-loaded.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CaseQuery } from '../case-query.tsx'
import { Desk } from './desk.tsx'
import { DeskClosed } from './desk-closed.tsx'
import { fetchFirstPicture } from './pictures-ahead.ts'

/** One case for its reviewer: lines, evidence and comparison side by side (cases, The desk). */
export function DeskPage() {
  const { id } = useParams({ from: '/admin-shell/admin/users/$id/desk' })
  const mayRead = useMay('cases.read')
  // Not even requested, because a refusal is recorded.
  if (!mayRead) return <DeskClosed userId={id} />
  // Marks made for one person are never applied to another.
  return <DeskOf key={id} id={Number(id)} />
}

function DeskOf({ id }: { id: number }) {
  const search = useSearch({ from: '/admin-shell/admin/users/$id/desk' })
  const { data: first } = useQuery({
    ...reviewCaseQuery(id, search.kind ?? 'consumer'),
    enabled: Number.isInteger(id),
  })
  // An address without a kind finds the case there is.
  const kind: CaseKind = search.kind ?? (first?.case === null ? 'business' : 'consumer')
  const query = useQuery({ ...userQuery(id), enabled: Number.isInteger(id) })
  const { data } = query
  const mayReadErased = useMay('people.erased')
  const user = data?.data
  const name =
    user &&
    ((kind === 'business' ? user.business_profile?.legal_name : user.name) ?? user.email ?? `User ${user.id}`)
  usePageTitle(name ? `${name}: review` : 'Review')
  const drafts = useVerdictDrafts(id)
  // Requested in parallel with the person, not after them; the first picture doesn't wait for them either.
  const { data: found } = useQuery({ ...reviewCaseQuery(id, kind), enabled: Number.isInteger(id) })
  const early = user ? null : found?.case
  useEffect(() => {
    if (early) fetchFirstPicture(early, search.line)
  }, [early, search.line])
  // A case delivered with the page is rendered immediately while its picture loads (performance P13).
  useState(() => found?.case && fetchFirstPicture(found.case, search.line))
  const isOffline = useSyncExternalStore(onlineManager.subscribe, () => !onlineManager.isOnline())
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classNames(
        'min-[73.8125rem]:h-[calc(100dvh-65px-var(--bottom-panel,0px))] min-[73.8125rem]:min-h-0',
        // Without scrolling, the message about the connection needs its own space.
        isOffline && 'min-[73.8125rem]:pb-24',
      )}
    >
      {user?.is_erased && !mayReadErased ? (
        <Without>This account was erased. Only super admins and auditors can open what we must keep.</Without>
      ) : user && name ? (
        <CaseQuery userId={id} kind={kind} label="the case">
          {(reviewCase) =>
            reviewCase ? (
              <Desk
                key={`${id} ${kind}`}
                user={user}
                name={name}
                reviewCase={reviewCase}
                drafts={drafts[kind]}
              />
            ) : (
              <Without>There is no case to review: nothing was submitted yet.</Without>
            )
          }
        </CaseQuery>
      ) : query.isError || !query.isEnabled ? (
        <div className="p-6">
          <h1 tabIndex={-1}>Review</h1>
          <UserNotLoaded
            query={query}
            title="We couldn’t load this case"
            message="Nothing is lost. Please try again."
          />
        </div>
      ) : (
        <LoadingRegion label="Loading the case" className="grid h-full grid-cols-[260px_1fr_432px] gap-px">
          <Skeleton height={600} />
          <Skeleton height={600} />
          <Skeleton height={600} />
        </LoadingRegion>
      )}
    </main>
  )
}

function Without({ children }: { children: string }) {
  return (
    <div className="p-6">
      <h1 tabIndex={-1}>Review</h1>
      <p>{children}</p>
    </div>
  )
}
