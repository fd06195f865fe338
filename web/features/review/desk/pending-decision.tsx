import { useQuery } from '@tanstack/react-query'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { formatTime } from '#web/lib/dates.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { useIsOver } from '../use-case-change.ts'

const ASK_AGAIN_MS = 2000

type Props = { userId: number; kind: ReviewCase['kind']; undoUntil: string; onUndo: () => void }

/** Says of a decided case when that counts, and notices once it does. */
export function PendingDecision({ userId, kind, undoUntil, onUndo }: Props) {
  const isLate = useIsOver(undoUntil)
  // It counts at its time at the earliest; the server's work on it may wait for others.
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
