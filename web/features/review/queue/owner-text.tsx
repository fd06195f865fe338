import type { QueueRow } from '#contract/review/review-queue.ts'

/** Who has a case: by a claim, which ends, or assigned. */
export function OwnerText({ owner, isOwn }: Pick<QueueRow, 'owner' | 'isOwn'>) {
  if (isOwn) return <span className="text-ink-3">Your own case</span>
  if (!owner) return <span className="text-ink-3">No one</span>
  return (
    <span className="q-n">
      <span className="wrap-anywhere">{owner.isYou ? 'You' : owner.name}</span>
      <span className="text-sm text-ink-3">{owner.until ? 'working on it' : 'assigned'}</span>
    </span>
  )
}
