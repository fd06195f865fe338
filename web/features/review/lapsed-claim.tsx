import { useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { formatTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { useIsOver } from './use-is-over.ts'

/**
 * Says that the claim this page had has ended: by its own clock the moment it does, before the server is asked again, and
 * also where another reviewer has the case by then. Nothing typed is touched by it.
 */
export function LapsedClaim({ reviewCase, onClaim }: { reviewCase: ReviewCase; onClaim: () => void }) {
  const isOver = useIsOver(reviewCase.owner?.isYou ? reviewCase.owner.until : null)
  const [hadIt, setHadIt] = useState(false)
  const isMine = reviewCase.owner?.isYou === true && reviewCase.owner.until !== null
  if (isMine && !hadIt) setHadIt(true)
  const isTaken = hadIt && reviewCase.owner !== null && !reviewCase.owner.isYou
  if (isTaken) {
    return (
      <Banner kind="warning" title={`${reviewCase.owner?.name} has this case now`} live className="mb-4">
        Your claim ended. What you typed is still on this page, but you can’t save it while they hold the
        case.
      </Banner>
    )
  }
  const endedAt = reviewCase.lapsedClaim?.isYou
    ? reviewCase.lapsedClaim.at
    : isOver
      ? reviewCase.owner?.until
      : null
  if (!endedAt) return null
  return (
    <Banner kind="warning" title={`Your claim lapsed at ${formatTime(endedAt)}`} live className="mb-4">
      Nothing was done for 30 minutes, so others can take the case. What you typed is still here.{' '}
      <button type="button" className="link" onClick={onClaim}>
        Claim it again
      </button>
    </Banner>
  )
}
