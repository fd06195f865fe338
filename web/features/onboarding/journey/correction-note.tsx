import CircleCheck from 'lucide-react/icons/circle-check'
import { LEAF_BADGES } from '#domain/leaf/leaf-state.ts'
import { reviewersText } from '#web/shared/onboarding/returned-item.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import type { CorrectionItem } from './correction.ts'

const CHECKED = LEAF_BADGES.checked

/** Next to a returned item: what is wrong, and how to do it right (cases, Reasons). */
export function CorrectionNote({ item }: { item: CorrectionItem | null }) {
  if (!item) return null
  if (item.fixed) return <FixedNote item={item} />
  const [first, ...others] = item.reasons
  const note = reviewersText(item)
  return (
    <Banner kind="warning" title={first?.wrong ?? 'This needs your attention'} className="mb-4">
      {first?.remedy}
      {others.map((reason) => (
        <p className="mt-2" key={reason.code}>
          <b>{reason.wrong}</b> {reason.remedy}
        </p>
      ))}
      {note ? <p className="mt-2 whitespace-pre-line">Our reviewer says: {note}</p> : null}
    </Banner>
  )
}

/** What was wrong stays readable after the item is replaced. */
function FixedNote({ item }: { item: CorrectionItem }) {
  return (
    <Banner kind="success" title="Fixed" className="mb-4">
      We asked for this because: {item.reasons[0]?.wrong ?? 'it needed your attention.'}
    </Banner>
  )
}

/** Marks a part that needs nothing more, in the word of its line in the leaf. */
export function CheckedBadge() {
  return (
    <Badge family={CHECKED.family} icon={CircleCheck}>
      {CHECKED.label}
    </Badge>
  )
}

/** Shown on a screen on which nothing was returned. */
export function NothingToCorrect() {
  return (
    <Banner kind="success" title={CHECKED.label} className="mb-6">
      You don’t need to change anything here.
    </Banner>
  )
}
