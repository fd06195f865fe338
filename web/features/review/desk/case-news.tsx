import { useState } from 'react'
import { isDocumentSlot, SLOT_NOUNS } from '#contract/documents/documents.ts'
import type { CaseProposal, ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import { formatTime } from '#web/lib/dates.ts'
import { isHeldByOther } from '../case-ownership.tsx'
import { isOpen } from '../use-case-change.ts'

type Seen = Pick<ReviewCase, 'state' | 'owner' | 'undoUntil' | 'decidedBy' | 'proposal'> & {
  items: readonly Pick<ReviewItem, 'item' | 'label' | 'document' | 'supportChanges'>[]
}

/**
 * What others did with a case while it is open on the desk, in sentences; null after a change that needs no
 * mention.
 */
export function useCaseNews(reviewCase: ReviewCase, name: string): string | null {
  const [seen, setSeen] = useState({ reviewCase, news: null as string | null })
  if (seen.reviewCase === reviewCase) return seen.news
  const news = caseNews(seen.reviewCase, reviewCase, name) || null
  setSeen({ reviewCase, news })
  return news
}

/** Returns what changed between two versions of a case, except for the reader's own changes. */
export function caseNews(before: Seen, after: Seen, name: string): string {
  const sent = after.items.flatMap(({ item, label, document }) => {
    const former = before.items.find((each) => each.item === item)?.document
    return document && document.id !== former?.id
      ? [{ name: shortLabel(item, label), at: document.uploadedAt }]
      : []
  })
  const corrected = after.items.flatMap((item) => {
    const former = before.items.find((each) => each.item === item.item)
    return former && item.supportChanges.length > former.supportChanges.length ? [correctedText(item)] : []
  })
  const [last] = sent
    .map(({ at }) => at)
    .sort()
    .reverse()
  const { owner } = after
  // That they took the case is already shown, with the time (case-ownership).
  const isTaken = isHeldByOther(after) && owner?.id !== before.owner?.id
  const isEnded = isTaken && before.proposal && !after.proposal && endOf(before.proposal, owner)
  const isDecided = isOpen(before) && !isOpen(after) && before.undoUntil === null && after.decidedBy
  return [
    last && `${name} sent a new ${listed(sent.map((each) => each.name))} at ${formatTime(last)}.`,
    ...corrected,
    isEnded && `${owner?.name} ${isEnded}.`,
    isDecided && `${after.decidedBy} decided on this case.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A proposal ends when someone resumes the review: its proposer has cancelled it, anyone else declined it. */
function endOf({ by }: CaseProposal, owner: ReviewCase['owner']): string {
  return by === owner?.name ? 'cancelled the proposal' : 'declined the proposal'
}

/** Documents are in lower case within a sentence; other labels may contain a person's name. */
function shortLabel(item: string, label: string): string {
  return isDocumentSlot(item) ? SLOT_NOUNS[item] : label
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
}

/** What the applicant or support sent or changed after a line was marked: that line is open again, the others stay. */
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

function replacedText(name: string, { label, document, supportChanges }: ReviewItem): string {
  if (document) return `${name} sent a new ${label} at ${formatTime(document.uploadedAt)}.`
  return correctedText({ label, supportChanges }) || `“${label}” was changed after you marked it.`
}

function correctedText({ label, supportChanges }: Pick<ReviewItem, 'label' | 'supportChanges'>): string {
  const last = supportChanges.at(-1)
  return last ? `Support changed “${label}” at ${formatTime(last.at)}.` : ''
}
