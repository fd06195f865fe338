import { useEffect } from 'react'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import { reasonLabel } from '#domain/cases/decision-reasons.ts'
import { lastClaim, takenAt } from '#web/features/review/case-ownership.tsx'
import {
  draftOf,
  unsavedItems,
  type VerdictDraft,
  type VerdictDrafts,
} from '#web/features/review/verdict-drafts.ts'
import { api } from '#web/lib/api.ts'
import { formatTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { isOpen, useCaseChange } from '../use-case-change.ts'

type Props = { userId: number; reviewCase: ReviewCase; lost: LostMarks }

/** Says who took or decided the case meanwhile, and saves the marks made until then in a note for them. */
export function LostMarksBanner({ userId, reviewCase: { kind }, lost }: Props) {
  const { mutate, isIdle, isPending, error } = useCaseChange(userId, (text: string) =>
    api('POST /api/admin/users/:id/kyc-notes', {
      params: { id: userId },
      // The same key each time and in each tab, so that it creates no second note.
      body: { kind, text, request_key: lost.key },
    }),
  )
  // Once, with the marks of that moment.
  useEffect(() => {
    if (isIdle) mutate(lost.note)
  }, [isIdle, mutate, lost.note])
  return (
    <Banner
      kind="warning"
      title={`${lost.who} ${lost.did} this case at ${formatTime(lost.at)}`}
      className="mb-3"
      live
    >
      {error ? (
        <>
          We couldn’t keep what you had marked in a note. {error.message}{' '}
          <button type="button" className="link" onClick={() => mutate(lost.note)}>
            Try again
          </button>
        </>
      ) : isPending || isIdle ? (
        'Keeping what you marked in a note...'
      ) : (
        'What you had marked is kept in a note on the case.'
      )}
    </Banner>
  )
}

/** Says which marks ended with the reader's former claim: they count only while the same claim lasts. */
export function EndedMarksBanner({ items }: { items: readonly ReviewItem[] }) {
  if (items.length === 0) return null
  return (
    <Banner kind="info" title="Your claim ended before you sent your marks" className="mb-3" live>
      Mark again what you had marked: {items.map(({ label }) => label).join(', ')}.
    </Banner>
  )
}

/** Who took a case from its reviewer, how and when, with the marks not sent by then. */
export interface LostMarks {
  who: string
  did: 'took' | 'decided'
  at: string
  /** The marks as text, for a note. */
  note: string
  /** The note's request key. */
  key: string
  /** The case's last claim then; 0 if it was never claimed. */
  claim: number
}

const SAID = { pending: 'open', accepted: 'accepted', retry: 'ask again', final: 'reject' } as const

/**
 * Returns the marks that can no longer be sent, because a colleague has the case or has decided it; null if
 * there are none.
 */
export function lostMarks(reviewCase: ReviewCase, drafts: VerdictDrafts, key: string): LostMarks | null {
  const { owner, decidedBy, decidedAt, undoUntil } = reviewCase
  const unsaved = unsavedItems(reviewCase.items, drafts)
  if (unsaved.length === 0 || undoUntil !== null) return null
  const taken = takenAt(reviewCase)
  const by =
    owner && taken
      ? ({ who: owner.name, did: 'took', at: taken } as const)
      : !isOpen(reviewCase) && decidedBy && decidedAt
        ? ({ who: decidedBy, did: 'decided', at: decidedAt } as const)
        : null
  if (!by) return null
  const marks = unsaved.map((item) => `${item.label}: ${markText(draftOf(item, drafts))}`)
  const claim = lastClaim(reviewCase)?.id ?? 0
  return {
    ...by,
    key,
    claim,
    note: [`Marked and not sent when ${by.who} ${by.did} the case:`, ...marks].join('\n'),
  }
}

function markText({ decision, reasons, applicantText, internalNote }: VerdictDraft): string {
  const why = reasons.length > 0 ? ` (${reasons.map(reasonLabel).join(', ')})` : ''
  const texts = [applicantText, internalNote].filter(Boolean).map((text) => `, “${text}”`)
  return `${SAID[decision]}${why}${texts.join('')}`
}
