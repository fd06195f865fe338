import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { formatTime } from '#web/lib/dates.ts'

/** What the applicant sent or changed after a line was marked: that line is open again, the others stay. */
export function ReplacedEvidence({ name, items }: { name: string; items: readonly ReviewItem[] }) {
  if (items.length === 0) return null
  return (
    <p role="status" className="mb-3 rounded-2 bg-yellow-bg p-3 text-sm text-yellow-ink wrap-anywhere">
      {items.map((item) => `${replacedText(name, item)} `)}
      {items.length === 1
        ? 'That line is open again; your other marks stay.'
        : 'Those lines are open again; your other marks stay.'}
    </p>
  )
}

function replacedText(name: string, { label, document }: ReviewItem): string {
  return document
    ? `${name} sent a new ${label} at ${formatTime(document.uploadedAt)}.`
    : `${name} changed “${label}” after you marked it.`
}
