import { useRef } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import { LapsedClaim } from './lapsed-claim.tsx'
import { useCaseChange } from './use-case-change.ts'
import { refetchCase } from './versioned-mutation.ts'

type Props = { userId: number; reviewCase: ReviewCase }

/** Who has the case in hand, and how to take it or give it back (cases, Deciding). */
export function CaseOwnership({ userId, reviewCase }: Props) {
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
  const words = useRef<HTMLParagraphElement>(null)
  // The button that was pressed is gone; what it did is said in its place.
  const sayOwner = () => words.current?.focus()
  const reload = () => {
    claim.reset()
    release.reset()
    void refetchCase()
  }
  return (
    <div className="mb-5">
      <LapsedClaim reviewCase={reviewCase} onClaim={() => claim.mutate(false)} />
      <div className="own">
        <p ref={words} tabIndex={-1}>
          {ownerText(reviewCase)}
        </p>
        {(owner?.isYou && owner.until) || (isHeldByOther(reviewCase) && !mayTakeOver) ? null : (
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
      <ConflictBanner error={error} onReload={reload} className="mt-3" />
    </div>
  )
}

/** Whether another reviewer works on the case now, so that a verdict would be refused. */
export function isHeldByOther({ owner }: Pick<ReviewCase, 'owner'>): boolean {
  return owner !== null && !owner.isYou && owner.until !== null
}

function ownerText({ owner }: Pick<ReviewCase, 'owner'>): string {
  if (!owner) return 'No one has claimed this case.'
  const who = owner.isYou ? 'You are' : `${owner.name} is`
  if (owner.until) return `${who} working on this case, until ${formatTime(owner.until)} if nothing happens.`
  return owner.isYou ? 'This case is assigned to you.' : `This case is assigned to ${owner.name}.`
}
