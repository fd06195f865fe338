import type { BadgeLook } from '#contract/badge.ts'
import type { CaseState, ItemDecision } from '#contract/verification/cases.ts'
import type { LeafLine, LeafState } from '#contract/verification/leaf.ts'
import type { CaseItem } from '#domain/cases/case.ts'
import { isChecked, type SentOut } from '#domain/cases/item-review.ts'

/** Who reads a leaf: reviewers' unsent marks are for staff only. */
export type LeafReader = 'applicant' | 'staff'

/** What a line's state depends on. */
export interface LineFacts {
  /** Whether something is stored for it that counts or can be submitted. */
  isGiven: boolean
  /** Whether it needs no reviewer: the risk disclosure, the purpose, a certification. */
  isOwn: boolean
  /** Whether what was given expires soon, or has expired. */
  end: 'open' | 'soon' | 'past'
  /** The item of the case; undefined if the case has none yet, or the line is not an item. */
  item: (Pick<CaseItem, 'decision'> & SentOut) | undefined
  /** Whether something else was given since it was returned. */
  isFixed: boolean
  /** Whether it was accepted, and the next submission puts it before a reviewer again. */
  isDecidedAgain: boolean
}

/** Each state's label, colour and icon (design §11.1). */
export const LEAF_BADGES: Readonly<Record<LeafState, BadgeLook>> = {
  to_do: { label: 'To do', family: 'neutral', icon: 'circle-dashed' },
  ready: { label: 'Ready', family: 'neutral', icon: 'pencil-line' },
  with_us: { label: 'With us', family: 'blue', icon: 'clock' },
  checked: { label: 'Checked', family: 'green', icon: 'circle-check' },
  given: { label: 'Given', family: 'green', icon: 'circle-check' },
  approved: { label: 'Approved', family: 'neutral', icon: 'check' },
  look_again: { label: 'Look again', family: 'yellow', icon: 'circle-alert' },
  expiring: { label: 'Expiring', family: 'yellow', icon: 'hourglass' },
  rejected: { label: 'Rejected', family: 'red', icon: 'circle-x' },
}

const MARKED: Readonly<Record<ItemDecision, LeafState>> = {
  pending: 'with_us',
  accepted: 'checked',
  retry: 'look_again',
  final: 'rejected',
}

/** Returns a line's badge, the same on pages, in mails and in PDFs. */
export function lineBadge({ key, state }: Pick<LeafLine, 'key' | 'state'>, isOptional = false): BadgeLook {
  const badge = LEAF_BADGES[state]
  if (state === 'to_do' && isOptional) return { ...badge, label: 'Optional' }
  return state === 'given' && key === 'risk-warning' ? { ...badge, label: 'Accepted' } : badge
}

/**
 * Returns a line's state in a case in `state` (null: none is started). Reviewers' marks stay private until the
 * case is decided or returned: its applicant sees a submitted line as with us, or as checked by an earlier
 * decision.
 */
export function leafState(facts: LineFacts, state: CaseState | null, reader: LeafReader): LeafState {
  if (state === null || isUnsent(state)) return facts.isGiven ? 'ready' : 'to_do'
  if (facts.isOwn) return facts.isGiven || facts.end === 'past' ? lasting(facts.end, 'given') : 'to_do'
  const { item } = facts
  if (!item) return facts.isGiven ? 'ready' : 'to_do'
  if (reader === 'staff' && !isApproved(state)) return MARKED[item.decision]
  if (state === 'needs_resubmission') {
    if (item.decision === 'retry') return facts.isFixed ? 'ready' : 'look_again'
    return item.isFinal && !facts.isDecidedAgain ? sentOut(item, facts.end) : given(facts)
  }
  if (isApproved(state)) return item.isFinal ? sentOut(item, facts.end) : given(facts)
  return item.isFinal ? sentOut(item, 'open') : 'with_us'
}

/** Whether nothing of the case is with us: it was never submitted, or is entirely back with its applicant. */
export function isUnsent(state: CaseState): boolean {
  return state === 'draft' || state === 'withdrawn' || state === 'expired'
}

function isApproved(state: CaseState): boolean {
  return state === 'approved' || state === 'reverification_due'
}

function given({ isGiven }: LineFacts): LeafState {
  return isGiven ? 'ready' : 'to_do'
}

/** What a decision has settled is called checked only if someone has checked it. */
function sentOut(item: SentOut, end: LineFacts['end']): LeafState {
  if (isChecked(item)) return lasting(end, 'checked')
  return end === 'past' ? 'look_again' : 'approved'
}

function lasting(end: LineFacts['end'], state: 'checked' | 'given'): LeafState {
  return end === 'past' ? 'look_again' : end === 'soon' ? 'expiring' : state
}
