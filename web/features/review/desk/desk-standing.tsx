import { Link } from '@tanstack/react-router'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { useMay } from '#web/lib/may.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { CaseOwnership, isHeldByOther } from '../case-ownership.tsx'
import { standingSentence } from '../case-standing.ts'
import { ConflictBanner } from '../conflict-banner.tsx'
import { isOpen, useIsOver } from '../use-case-change.ts'
import { PendingDecision } from './pending-decision.tsx'

type Props = {
  userId: number
  isSuspended: boolean
  reviewCase: ReviewCase
  /** What others did with it meanwhile. */
  news: string | null
  error: Error | null
  errorTitle: string | undefined
  onReload: () => void
  onUndo: () => void
}

/** What stands between the reviewer and the line: who else has the case, how it was decided, why a decision was refused. */
export function DeskStanding(props: Props) {
  const { userId, isSuspended, reviewCase, news, error, errorTitle, onReload, onUndo } = props
  const mayWork = useMay('cases.work')
  const maySupport = useMay('support.read')
  const { owner, kind, undoUntil } = reviewCase
  const isOver = useIsOver(owner?.isYou ? owner.until : null)
  const isWaiting = isOpen(reviewCase)
  const isMine = owner?.isYou === true && owner.until !== null && !isOver
  return (
    <>
      <div role="status">{news ? <Banner kind="info" title={news} className="mb-3" /> : null}</div>
      <ConflictBanner error={error} title={errorTitle} onReload={onReload} className="mb-3" />
      {undoUntil ? <PendingDecision {...{ userId, kind, undoUntil, onUndo }} /> : null}
      {isSuspended ? (
        <Banner kind="warning" title="This account is suspended" className="mb-3">
          {maySupport ? (
            <Link
              className="link"
              to="/admin/users/$id"
              params={{ id: String(userId) }}
              search={{ tab: 'support' }}
            >
              See why, or restore it
            </Link>
          ) : (
            'It stays so until a colleague who may restore accounts does.'
          )}
        </Banner>
      ) : null}
      {isWaiting && !reviewCase.mayDecide ? (
        <Banner kind="info" title="This is your own verification" className="mb-3">
          A colleague decides on it.
        </Banner>
      ) : null}
      {isWaiting && reviewCase.mayDecide && mayWork && !undoUntil ? (
        // It stays while the case is at hand, to notice when it no longer is.
        <div hidden={isMine}>
          <CaseOwnership userId={userId} reviewCase={reviewCase} />
        </div>
      ) : null}
      {isWaiting || reviewCase.proposal ? null : (
        <p className="mb-2 text-card text-ink-2">{standingSentence(reviewCase)}</p>
      )}
    </>
  )
}

/** Whether who reads this may set words on the lines of the case now. */
export function mayMark(reviewCase: ReviewCase, mayWork: boolean): boolean {
  const { mayDecide, undoUntil } = reviewCase
  return mayWork && isOpen(reviewCase) && mayDecide && !isHeldByOther(reviewCase) && undoUntil === null
}
