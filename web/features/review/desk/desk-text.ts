import type { UserType } from '#contract/account/user-types.ts'
import type { AdminUserDetail } from '#contract/directory/admin-users.ts'
import { isDocumentSlot, SLOT_NOUNS } from '#contract/documents/documents.ts'
import type { ReviewCase, ReviewItem } from '#contract/review/admin-cases.ts'
import type { CaseMatch } from '#contract/screening/screening.ts'
import type { AcceptanceGapKind, FixedItemKey } from '#contract/verification/cases.ts'
import type { DecisionProgress } from '#domain/cases/case-items.ts'
import { LEAF_BADGES } from '#domain/leaf/leaf-state.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { NEEDS_SECOND_PERSON, proposedText } from '#web/shared/screening/screening-outcomes.ts'
import { type DeskLine, isOpened } from './desk-lines.ts'

/** Whose case it is, in brief: "Person, wants to invest · first time", "Company · round 2". */
export function applicantText(
  { kind, round }: Pick<ReviewCase, 'kind' | 'round'>,
  { user_type, pending_user_type }: Pick<AdminUserDetail, 'user_type' | 'pending_user_type'>,
): string {
  const wish = WISHES[(user_type ?? pending_user_type) as UserType]
  const who = kind === 'business' ? 'Company' : 'Person'
  return `${wish ? `${who}, ${wish}` : who} · ${round > 1 ? `round ${round}` : 'first time'}`
}

const WISHES: Readonly<Partial<Record<UserType, string>>> = {
  trade: 'wants to trade',
  invest: 'wants to invest',
  sell: 'wants to sell',
  buy_retire: 'wants to buy and retire',
  corporate: 'wants corporate access',
}

/** The question a reviewer asks about a line. */
export function questionOf({ key, isOwner }: Pick<DeskLine, 'key' | 'isOwner'>): string {
  if (isOwner) return 'Does this person own or control 25% or more?'
  if (key.startsWith('representative:')) return 'May this person act for the company?'
  return QUESTIONS[key as FixedItemKey]
}

const QUESTIONS: Readonly<Record<FixedItemKey, string>> = {
  name: 'Does the ID prove this name?',
  birth_date: 'Does the ID prove this date of birth?',
  address: 'Does the letter prove this address?',
  'id-front': 'Is it a valid ID, with all of it readable?',
  'id-back': 'Does it belong to the front?',
  selfie: 'Is this the same person?',
  'proof-of-address': 'Is it a letter of the last 3 months to this person?',
  'bank-statement': 'Is it a statement of the last 3 months to this person?',
  registration: 'Is this the registered company?',
  settlement: 'Can we settle with this company there?',
  other: 'What does this document prove?',
}

/** "1 difference" between what was declared and what was read. */
export function differencesText(count: number): string {
  return count === 1 ? '1 difference' : `${count} differences`
}

/** Below a line's name: the reviewer's mark, and how it differs from what was read. */
export function lineMark(line: DeskLine, lookedAt: ReadonlySet<string> = new Set(), differences = 0): string {
  const { draft, item, canAccept } = line
  const reasons = draft.reasons.length
  // With the case, though no one accepted it.
  if (line.state === 'approved') return LEAF_BADGES.approved.label
  switch (draft.decision) {
    case 'accepted':
      return draft.internalNote ? 'Accepted with a note' : 'Accepted'
    case 'retry':
      return `Asked again, ${reasons === 1 ? '1 reason' : `${reasons} reasons`}`
    case 'final':
      return 'Rejected'
    case 'pending':
      if (isDocumentSlot(item.item) && !item.document) return 'Not given'
      if (item.formerMark && !isOpened(line, lookedAt)) return 'Open again'
      if (!canAccept) return missingWord(item)
      if (differences > 0) return differencesText(differences)
      return isOpened(line, lookedAt) ? 'Opened' : 'Not opened'
    default:
      return draft.decision satisfies never
  }
}

const MARKED = { accepted: 'accepted', retry: 'asked again for', final: 'rejected' } as const

/**
 * Says what was marked on a line before its evidence changed, and what changed: "Marta Silva accepted this on Nov 24,
 * 2026, 09:40. A new ID front came on Nov 24, 2026, 09:52, so the line is open again."
 */
export function formerMarkText(
  { decision, by, at }: NonNullable<ReviewItem['formerMark']>,
  { judgedBy, supportChanges }: Pick<ReviewItem, 'judgedBy' | 'supportChanges'>,
  items: readonly Pick<ReviewItem, 'item' | 'document'>[],
): string {
  const said = decision === 'pending' ? 'marked' : MARKED[decision]
  const before = by ? `${by} ${said} this on ${formatDateTime(at)}.` : `This was ${said} before.`
  const sent = items.find(
    ({ document }) => document && judgedBy.includes(document.id) && document.uploadedAt > at,
  )
  const what =
    sent?.document && isDocumentSlot(sent.item)
      ? `A new ${SLOT_NOUNS[sent.item]} came on ${formatDateTime(sent.document.uploadedAt)}`
      : supportChanges.some((change) => change.at > at)
        ? 'Support has changed it since'
        : 'It has changed since'
  return `${before} ${what}, so the line is open again.`
}

function missingWord(item: ReviewItem): string {
  const { needsClaim, unread, undated, matches, isListed, isUndecided } = blockers(item)
  if (unread) return unread === 'too_small' ? 'Shown too small' : 'Not opened'
  if (undated) return 'Date missing'
  if (needsClaim && matches.length === 0) return 'Not opened'
  return isListed ? 'On the list' : isUndecided ? 'Match to decide' : NEEDS_SECOND_PERSON
}

/** The kinds of things that prevent accepting a line. */
export function blockers({ beforeAccept }: Pick<ReviewItem, 'beforeAccept'>) {
  const has = (kind: AcceptanceGapKind) => beforeAccept.some((gap) => gap.kind === kind)
  return {
    needsClaim: has('not_claimed'),
    unread: has('too_small') ? 'too_small' : has('not_opened') ? 'not_opened' : null,
    undated: has('date_unknown'),
    matches: beforeAccept.flatMap(({ kind, text }) =>
      kind === 'open_match' || kind === 'proposed_match' || kind === 'confirmed_match' ? text : [],
    ),
    isUndecided: has('open_match'),
    isListed: has('confirmed_match'),
  } as const
}

/** "5 accepted, 1 asked again" and "1 to go"; nothing is left of a case that waits for no reviewer. */
export function countsText(
  { counts }: Pick<DecisionProgress, 'counts'>,
  isOver: boolean,
): { done: string; left: string | null } {
  const parts = [
    `${counts.accepted} accepted`,
    counts.retry > 0 ? `${counts.retry} asked again` : [],
    counts.final > 0 ? `${counts.final} rejected` : [],
  ].flat()
  return {
    done: parts.join(', '),
    left: isOver ? null : counts.pending === 0 ? 'All lines decided' : `${counts.pending} to go`,
  }
}

/** Next to the button: what a decision is waiting for, first the match; empty if it can be made. */
export function lackText(
  { counts, outcome }: DecisionProgress,
  { missingEvidence }: Pick<ReviewCase, 'missingEvidence'>,
  match: Pick<CaseMatch, 'state' | 'proposal'> | null,
): string {
  const lines = counts.pending === 1 ? '1 line to go' : `${counts.pending} lines to go`
  if (outcome === 'undecided' && counts.retry > 0) return `${lines}. Then send back.`
  if (outcome === 'undecided' && match?.state === 'true') return 'On the list, so it can’t be approved'
  if (outcome === 'undecided' && match)
    return match.proposal ? proposedText(match.proposal) : 'Decide the match first'
  if (outcome === 'undecided') return lines
  const [first = '', ...more] = outcome === 'approve' ? missingEvidence : []
  return more.length > 0 ? `${first} ${more.length} more below “Before you can approve”.` : first
}
