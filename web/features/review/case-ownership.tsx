import { useRef, useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { CLAIM_IDLE_MINUTES } from '#contract/verification/case-limits.ts'
import { isolated } from '#domain/isolated.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import { refetchCase, useCaseChange, useIsOver } from './use-case-change.ts'

type Props = {
  userId: number
  reviewCase: ReviewCase
  /** Whether another part of the page says who took the case from its reader. */
  isTakenSaid?: boolean
}

/** Who has claimed or been assigned the case, with buttons to claim it or give it back (cases, Claims). */
export function CaseOwnership({ userId, reviewCase, isTakenSaid = false }: Props) {
  const { owner } = reviewCase
  const mayTakeOver = useMay('cases.lead')
  const params = { id: userId }
  const claim = useCaseChange(userId, (takeOver: boolean) =>
    api('POST /api/admin/users/:id/kyc-claim', { params, body: { kind: reviewCase.kind, takeOver } }),
  )
  const release = useCaseChange(userId, () =>
    api('POST /api/admin/users/:id/kyc-release', { params, body: { kind: reviewCase.kind } }),
  )
  const error = claim.error ?? release.error
  const lapsedAt = useLapsedAt(reviewCase)
  const paragraph = useRef<HTMLParagraphElement>(null)
  // The pressed button has been removed; its result is announced instead.
  const sayOwner = () => paragraph.current?.focus()
  const reload = () => {
    claim.reset()
    release.reset()
    void refetchCase()
  }
  return (
    <div className="mb-5">
      <LapsedClaim
        {...{ reviewCase, isTakenSaid, lapsedAt }}
        busy={claim.isPending}
        onClaim={() => claim.mutate(false)}
      />
      {/* The claim that has ended says all of it, unless the case is assigned. */}
      {lapsedAt && owner?.until !== null ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p ref={paragraph} tabIndex={-1} className="flex-[1_1_200px] text-card wrap-anywhere">
            {ownerText(reviewCase)}
          </p>
          {lapsedAt || (owner?.isYou && owner.until) || (isHeldByOther(reviewCase) && !mayTakeOver) ? null : (
            <Button
              size="sm"
              busy={claim.isPending}
              busyLabel="Claiming..."
              onClick={() => claim.mutate(isHeldByOther(reviewCase), { onSuccess: sayOwner })}
            >
              {isHeldByOther(reviewCase) ? 'Take over' : 'Claim'}
            </Button>
          )}
          {owner?.isYou ? (
            <Button
              size="sm"
              busy={release.isPending}
              busyLabel="Releasing..."
              onClick={() => release.mutate(undefined, { onSuccess: sayOwner })}
            >
              Release
            </Button>
          ) : null}
        </div>
      )}
      <ConflictBanner
        error={error}
        title={claim.error ? 'You couldn’t claim this case' : 'You couldn’t release this case'}
        onReload={reload}
        className="mt-3"
      />
    </div>
  )
}

/** Whether another reviewer is working on the case, so that a verdict would be refused. */
export function isHeldByOther({ owner }: Pick<ReviewCase, 'owner'>): boolean {
  return owner !== null && !owner.isYou && owner.until !== null
}

/** Returns the event of a case's last claim. */
export function lastClaim({ events }: Pick<ReviewCase, 'events'>): ReviewCase['events'][number] | undefined {
  return events.findLast(({ type }) => type === 'case.claimed')
}

/** Returns since when another reviewer has claimed a case; null if no one has claimed it. */
export function takenAt(reviewCase: Pick<ReviewCase, 'owner' | 'events'>): string | null {
  const { owner } = reviewCase
  if (!owner?.until || owner.isYou) return null
  return (
    lastClaim(reviewCase)?.at ?? new Date(Date.parse(owner.until) - CLAIM_IDLE_MINUTES * 60_000).toISOString()
  )
}

/** Says that another reviewer now has a case. */
function takenText(reviewCase: Pick<ReviewCase, 'owner' | 'events'>): string {
  const at = takenAt(reviewCase)
  return `${isolated(reviewCase.owner?.name ?? '')} took this case${at ? ` at ${formatTime(at)}` : ''}`
}

function ownerText({ owner }: Pick<ReviewCase, 'owner'>): string {
  if (!owner) return 'No one has claimed this case.'
  const who = owner.isYou ? 'You are' : `${isolated(owner.name)} is`
  if (owner.until) return `${who} working on this case, until ${formatTime(owner.until)} if nothing happens.`
  return owner.isYou ? 'This case is assigned to you.' : `This case is assigned to ${isolated(owner.name)}.`
}

/**
 * When the reader's claim on a case ended because nothing was done; at that moment by its own clock, before the
 * server is asked. Null if it holds, or someone else has the case.
 */
export function useLapsedAt({
  owner,
  lapsedClaim,
}: Pick<ReviewCase, 'owner' | 'lapsedClaim'>): string | null {
  const until = owner?.isYou ? owner.until : null
  const isOver = useIsOver(until)
  return lapsedClaim?.isYou ? lapsedClaim.at : isOver ? until : null
}

type LapsedProps = {
  reviewCase: ReviewCase
  isTakenSaid: boolean
  lapsedAt: string | null
  busy: boolean
  onClaim: () => void
}

/**
 * Says that this page's claim has ended, and offers the one button to claim the case again; also if another
 * reviewer has it now. Nothing typed is affected.
 */
function LapsedClaim({ reviewCase, isTakenSaid, lapsedAt, busy, onClaim }: LapsedProps) {
  const [hadIt, setHadIt] = useState(false)
  const isMine = reviewCase.owner?.isYou === true && reviewCase.owner.until !== null
  if (isMine && !hadIt) setHadIt(true)
  const isTaken = hadIt && reviewCase.owner !== null && !reviewCase.owner.isYou
  if (isTaken) {
    return isTakenSaid ? null : (
      <Banner kind="warning" title={takenText(reviewCase)} live className="mb-4">
        Your claim ended. What you typed is still on this page, but you can’t save it while they hold the
        case.
      </Banner>
    )
  }
  if (!lapsedAt) return null
  return (
    <Banner kind="warning" title={`Your claim lapsed at ${formatTime(lapsedAt)}`} live className="mb-4">
      <p className="mb-2">
        Nothing was done for 30 minutes, so others can take the case.
        {hadIt ? ' What you typed is still here.' : ''}
      </p>
      <Button size="sm" busy={busy} busyLabel="Claiming..." onClick={onClaim}>
        Claim it again
      </Button>
    </Banner>
  )
}
