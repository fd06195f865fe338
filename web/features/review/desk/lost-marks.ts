import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { CLAIM_IDLE_MINUTES } from '#contract/verification/cases.ts'
import { reasonLabel } from '#web/shared/cases/reason-labels.ts'
import { isHeldByOther } from '../case-ownership.tsx'
import { isOpen } from '../use-case-change.ts'
import { draftOf, unsavedItems, type VerdictDraft, type VerdictDrafts } from '../verdict-drafts.ts'

/** Who took a case out of its reviewer's hands, how and when, with what was marked and not sent by then. */
export interface LostMarks {
  who: string
  did: 'took' | 'decided'
  at: string
  /** The marks in words, for a note. */
  note: string
}

const SAID = { pending: 'open', accepted: 'accepted', retry: 'ask again', final: 'reject' } as const

/** Marks that can't be sent any more, because a colleague has the case or has decided it; null while there are none. */
export function lostMarks(reviewCase: ReviewCase, drafts: VerdictDrafts): LostMarks | null {
  const { owner, decidedBy, decidedAt, undoUntil } = reviewCase
  const unsaved = unsavedItems(reviewCase.items, drafts)
  if (unsaved.length === 0 || undoUntil !== null) return null
  const by =
    owner?.until && isHeldByOther(reviewCase)
      ? ({ who: owner.name, did: 'took', at: claimedAt(reviewCase) ?? beforeIdle(owner.until) } as const)
      : !isOpen(reviewCase) && decidedBy && decidedAt
        ? ({ who: decidedBy, did: 'decided', at: decidedAt } as const)
        : null
  if (!by) return null
  const marks = unsaved.map((item) => `${item.label}: ${markText(draftOf(item, drafts))}`)
  return { ...by, note: [`Marked and not sent when ${by.who} ${by.did} the case:`, ...marks].join('\n') }
}

function markText({ decision, reasons, applicantText, internalNote }: VerdictDraft): string {
  const why = reasons.length > 0 ? ` (${reasons.map(reasonLabel).join(', ')})` : ''
  const texts = [applicantText, internalNote].filter(Boolean).map((text) => `, “${text}”`)
  return `${SAID[decision]}${why}${texts.join('')}`
}

function claimedAt({ events }: ReviewCase): string | undefined {
  return events.findLast(({ type }) => type === 'case.claimed')?.at
}

/** A claim ends so long after it was last used. */
function beforeIdle(until: string): string {
  return new Date(new Date(until).getTime() - CLAIM_IDLE_MINUTES * 60_000).toISOString()
}
