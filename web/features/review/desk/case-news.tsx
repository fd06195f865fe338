import { useCallback, useState } from 'react'
import { isDocumentSlot, SLOT_NOUNS } from '#contract/documents/documents.ts'
import type { CaseProposal, ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { isOutdated, newDocuments, type VerdictDrafts } from '#web/features/review/verdict-drafts.ts'
import { formatTime } from '#web/lib/dates.ts'
import { isHeldByOther } from '../case-ownership.tsx'
import { isOpen } from '../use-case-change.ts'

type Seen = Pick<ReviewCase, 'state' | 'owner' | 'undoUntil' | 'decidedBy' | 'proposal'> & {
  items: readonly Pick<ReviewItem, 'item' | 'label' | 'document' | 'supportChanges'>[]
}

/** What others did with a case, in sentences, and the lines where it can be seen. */
export interface CaseNews {
  text: string
  lines: readonly ItemKey[]
}

/**
 * What others did with a case while it is open on the desk; null if nothing needs a mention. It stays until the reader
 * has opened each of its lines, or dismisses it.
 */
export function useCaseNews(
  reviewCase: ReviewCase,
  name: string,
): { news: string | null; dismiss: () => void; open: (line: string) => void } {
  const [seen, setSeen] = useState({ reviewCase, news: [] as readonly CaseNews[] })
  // Stable, as what selects a line has to be.
  const dismiss = useCallback(() => setSeen((current) => ({ ...current, news: [] })), [])
  const open = useCallback(
    (line: string) => setSeen((current) => ({ ...current, news: newsWithout(current.news, [line]) })),
    [],
  )
  let { news } = seen
  if (seen.reviewCase !== reviewCase) {
    const latest = caseNews(seen.reviewCase, reviewCase, name)
    news = latest.text ? [...newsWithout(news, latest.lines), latest] : news
    setSeen({ reviewCase, news })
  }
  return { news: news.map(({ text }) => text).join(' ') || null, dismiss, open }
}

/** Returns the news that has a line left to open, or never had one. */
function newsWithout(news: readonly CaseNews[], opened: readonly string[]): readonly CaseNews[] {
  return news.flatMap((each) => {
    const lines = each.lines.filter((line) => !opened.includes(line))
    return lines.length > 0 || each.lines.length === 0 ? [{ ...each, lines }] : []
  })
}

/** Returns what changed between two versions of a case, except for the reader's own changes. */
export function caseNews(before: Seen, after: Seen, name: string): CaseNews {
  const formerOf = ({ item }: Seen['items'][number]) => before.items.find((each) => each.item === item)
  const sent = after.items.filter(
    (item) => item.document && item.document.id !== formerOf(item)?.document?.id,
  )
  const corrected = after.items.filter((item) => {
    const former = formerOf(item)
    return former && item.supportChanges.length > former.supportChanges.length
  })
  const { owner } = after
  // That they took the case is already shown, with the time (case-ownership).
  const isTaken = isHeldByOther(after) && owner?.id !== before.owner?.id
  const isEnded = isTaken && before.proposal && !after.proposal && endOf(before.proposal, owner)
  const isDecided = isOpen(before) && !isOpen(after) && before.undoUntil === null && after.decidedBy
  const texts = [
    sentText(name, sent),
    ...corrected.map(correctedText),
    isEnded && `${owner?.name} ${isEnded}.`,
    isDecided && `${after.decidedBy} decided on this case.`,
  ]
  return { text: texts.filter(Boolean).join(' '), lines: [...sent, ...corrected].map(({ item }) => item) }
}

/** Which documents someone sent, and when the last of them; empty without any. */
function sentText(name: string, sent: readonly Pick<ReviewItem, 'item' | 'label' | 'document'>[]): string {
  const last = sent
    .flatMap(({ document }) => document?.uploadedAt ?? [])
    .sort()
    .at(-1)
  const documents = listed(sent.map(({ item, label }) => shortLabel(item, label)))
  return last ? `${name} sent a new ${documents} at ${formatTime(last)}.` : ''
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

type ReplacedProps = { name: string; items: readonly ReviewItem[]; drafts: VerdictDrafts }

/**
 * What the applicant or support sent or changed after lines were marked: these are open again, with those that were
 * judged by the document; the others stay.
 */
export function ReplacedEvidence({ name, items, drafts }: ReplacedProps) {
  const outdated = items.filter((item) => isOutdated(item, drafts))
  if (outdated.length === 0) return null
  const isSent = (item: ReviewItem) => newDocuments(item, drafts).length > 0
  const ids = outdated.flatMap((item) => newDocuments(item, drafts))
  const sent = items.filter(({ document }) => document && ids.includes(document.id))
  const said = [sentText(name, sent), ...outdated.filter((item) => !isSent(item)).map(replacedText)]
  const labels = listed(outdated.map(({ label }) => `“${label}”`))
  return (
    <p role="status" className="mb-3 rounded-2 bg-yellow-bg p-3 text-sm text-yellow-ink wrap-anywhere">
      {said.filter(Boolean).join(' ')} {labels} {outdated.length === 1 ? 'is' : 'are'} open again; your other
      marks stay.
    </p>
  )
}

function replacedText({ label, supportChanges }: ReviewItem): string {
  return correctedText({ label, supportChanges }) || `“${label}” was changed after you marked it.`
}

function correctedText({ label, supportChanges }: Pick<ReviewItem, 'label' | 'supportChanges'>): string {
  const last = supportChanges.at(-1)
  return last ? `Support changed “${label}” at ${formatTime(last.at)}.` : ''
}
