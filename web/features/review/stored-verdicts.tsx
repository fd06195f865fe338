import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import type { ItemDecision } from '#contract/verification/cases.ts'
import { reasonLabel } from '#web/shared/cases/reason-labels.ts'
import { StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'
import { ItemChanges } from './item-changes.tsx'

const LOOKS: Readonly<Record<ItemDecision, StatusLook>> = {
  pending: { family: 'neutral', icon: CircleDashed, label: 'Not reviewed' },
  accepted: { family: 'green', icon: CircleCheck, label: 'Accepted' },
  retry: { family: 'yellow', icon: RotateCcw, label: 'Asked again' },
  final: { family: 'red', icon: CircleX, label: 'Rejected' },
}

/** The items of a case with the last word on each, where nothing is to be decided now. */
export function StoredVerdicts({ items }: { items: readonly ReviewItem[] }) {
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={item.item} className="border-t border-line pt-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="h4 min-w-0 wrap-anywhere">{item.label}</h3>
            <StatusBadge look={LOOKS[item.decision]} />
          </div>
          {item.acceptedBy ? <p className="text-sm text-ink-2">Accepted by {item.acceptedBy}</p> : null}
          {item.reasons.length > 0 ? (
            <p className="text-sm text-ink-2">{item.reasons.map(reasonLabel).join(', ')}</p>
          ) : null}
          {item.applicantText ? (
            <p className="text-sm text-ink-2">To the applicant: {item.applicantText}</p>
          ) : null}
          {item.internalNote ? <p className="text-sm text-ink-3">Note: {item.internalNote}</p> : null}
          <ItemChanges item={item} />
        </li>
      ))}
    </ul>
  )
}
