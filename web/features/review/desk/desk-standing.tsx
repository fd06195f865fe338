import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { formatTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { CaseOwnership, isHeldByOther } from '../case-ownership.tsx'
import { standingSentence } from '../case-standing.ts'
import { ConflictBanner } from '../conflict-banner.tsx'
import { isOpen, useIsOver } from '../use-case-change.ts'

type Props = {
  userId: number
  isSuspended: boolean
  reviewCase: ReviewCase
  /** What others did with the case meanwhile. */
  news: string | null
  onDismiss: () => void
  /** Whether the page already says that a colleague took the case, and what happened to the marks. */
  isTakenSaid: boolean
  error: Error | null
  errorTitle: string | undefined
  onReload: () => void
  onUndo: () => void
}

/** Notices above the line: who else has the case, how it was decided, why a decision was refused. */
export function DeskStanding(props: Props) {
  const { userId, isSuspended, reviewCase, news, onDismiss, isTakenSaid } = props
  const { error, errorTitle, onReload, onUndo } = props
  const mayWork = useMay('cases.work')
  const maySupport = useMay('support.read')
  const { owner, kind, undoUntil } = reviewCase
  const isOver = useIsOver(owner?.isYou ? owner.until : null)
  const isWaiting = isOpen(reviewCase)
  const isMine = owner?.isYou === true && owner.until !== null && !isOver
  return (
    <>
      <div role="status">
        {news ? (
          <Banner kind="info" title={news} className="mb-3">
            <button type="button" className="link" onClick={onDismiss}>
              Dismiss
            </button>
          </Banner>
        ) : null}
      </div>
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
        // It stays mounted while the case is claimed, to notice when the claim ends.
        <div hidden={isMine}>
          <CaseOwnership userId={userId} reviewCase={reviewCase} isTakenSaid={isTakenSaid} />
        </div>
      ) : null}
      {isWaiting || reviewCase.proposal ? null : (
        <p className="mb-2 text-card text-ink-2">{standingSentence(reviewCase)}</p>
      )}
    </>
  )
}

/** Whether the reader may now set verdicts on the case's lines. */
export function mayMark(reviewCase: ReviewCase, mayWork: boolean): boolean {
  const { mayDecide, undoUntil } = reviewCase
  return mayWork && isOpen(reviewCase) && mayDecide && !isHeldByOther(reviewCase) && undoUntil === null
}

const ASK_AGAIN_MS = 2000

type PendingDecisionProps = {
  userId: number
  kind: ReviewCase['kind']
  undoUntil: string
  onUndo: () => void
}

/** Says when a decided case takes effect, and notices once it does. */
function PendingDecision({ userId, kind, undoUntil, onUndo }: PendingDecisionProps) {
  const isLate = useIsOver(undoUntil)
  // That is the earliest time; the server's job may be delayed.
  useQuery({ ...reviewCaseQuery(userId, kind), refetchInterval: isLate ? ASK_AGAIN_MS : false })
  return (
    <Banner kind="info" title="You have decided this case" className="mb-3">
      {isLate ? (
        'It counts in a moment.'
      ) : (
        <>
          It counts at {formatTime(undoUntil)}, and then we tell the applicant.{' '}
          <Button size="sm" aria-keyshortcuts="U" onClick={onUndo}>
            Undo <Kbd>U</Kbd>
          </Button>
        </>
      )}
    </Banner>
  )
}
