import { documentType, isDocumentSlot } from '#contract/documents/documents.ts'
import { type ItemKey, MAX_ROUNDS } from '#contract/verification/cases.ts'
import { mayComeWithReturned } from './additional-document.ts'
import type { Case, CaseItem, CommandOf, Evidence, RefusalReason, Transition } from './case.ts'
import { isClaimHeld } from './case-claims.ts'
import { change, emptyItem, refuse, undecided } from './case-outcome.ts'
import { isIdSide, isOptionalSlot } from './document-requirements.ts'
import { judgedBy } from './item-review.ts'
import { removalOf } from './removed-people.ts'
import { dueAt } from './review-clock.ts'

/**
 * Submits the case, for the first time or again (cases, A returned case): accepted items must be unchanged,
 * returned files must be replaced by others, and after the last round only staff can reopen. Whom a removal leaves
 * behind is decided again.
 */
export function submit(current: Case, command: CommandOf<'submit' | 'resubmit'>, now: Date): Transition {
  const to = 'submitted'
  if (current.round >= current.roundLimit)
    return refuse(current, to, { code: 'rounds_exhausted', rounds: current.round })
  if (command.obstacles.length > 0) {
    return refuse(current, to, { code: 'evidence_missing', missing: command.obstacles })
  }
  const problem = evidenceProblem(current, command.evidence)
  if (problem) return refuse(current, to, problem)
  const handedKeys = command.evidence.map(({ key }) => key)
  const { decidedAgain } = removalOf(
    current.items.map(({ key }) => key),
    handedKeys,
  )
  return change(current, command, now, {
    state: to,
    items: command.evidence.map((handed) => {
      const item = itemOf(current, handed.key)
      return handIn(item && decidedAgain.includes(item.key) ? undecided(item) : item, handed)
    }),
    round: current.round + 1,
    submittedAt: now,
    dueAt: dueAt(now),
    confirmBy: null,
  })
}

/**
 * Replaces an item's file or data; never while a reviewer has claimed the case. It undoes the verdict on the item and
 * on what was judged by the former file, and voids a proposal to approve, which was based on other evidence.
 */
export function replaceEvidence(
  current: Case,
  command: CommandOf<'replace_evidence'>,
  now: Date,
): Transition {
  const { key, evidence, isUndo, isOtherKind } = command
  const isProposalVoided = current.state === 'awaiting_second_approval'
  const to = isProposalVoided ? 'submitted' : current.state
  const item = itemOf(current, key)
  if (isClaimHeld(current, now)) return refuse(current, to, { code: 'held_by_reviewer' })
  if (!item && !mayAdd(current, key)) return refuse(current, to, { code: 'unknown_item', item: key })
  if (item && !isEditable(current, item, isOtherKind))
    return refuse(current, to, { code: 'item_read_only', item: key })
  if (item && isDocumentSlot(key) && !isUndo && evidence && item.refused.includes(evidence)) {
    return refuse(current, to, { code: 'same_file', item: key })
  }
  // A returned item keeps its reason until the case is submitted again.
  const keepsReason = current.state === 'needs_resubmission' && item?.decision === 'retry'
  const fresh = keepsReason ? { ...item, evidence } : { ...undecided(item ?? emptyItem(key)), evidence }
  const others = current.items.filter((existing) => existing.key !== key)
  // An item that exists only because of its file disappears with it.
  const isGone = evidence === null && !keepsReason && fresh.refused.length === 0
  const items = isGone
    ? others
    : item
      ? current.items.map((existing) => (existing.key === key ? fresh : existing))
      : [...others, fresh]
  const isOtherFile = item?.evidence !== evidence
  const isJudgedBy = (each: CaseItem) =>
    isOtherFile && each.key !== key && judgedBy(each.key).some((slot) => slot === key)
  const left = items.map((each) => (isJudgedBy(each) ? unmarked(current, each) : each))
  return change(
    current,
    command,
    now,
    { state: to, items: left },
    isProposalVoided ? { isProposalVoided } : {},
  )
}

/**
 * Returns an item that was judged by a replaced file: open for reviewers. What its applicant was told holds until
 * the next decision, and a returned item keeps its reason.
 */
function unmarked({ state }: Case, item: CaseItem): CaseItem {
  if (state === 'needs_resubmission' && item.decision === 'retry') return item
  return { ...undecided(item), checked: item.checked ?? null, isFinal: item.isFinal }
}

/**
 * Replaces an item's data on the applicant's behalf. Verdicts on the previous data are undone and a proposal to
 * approve is void, because no one has seen the new data; a returned item keeps its reason. An approval stays: the
 * person who confirmed the change has seen the proof.
 */
export function correctDetails(current: Case, command: CommandOf<'correct_details'>, now: Date): Transition {
  const { key, evidence } = command
  const isProposalVoided = current.state === 'awaiting_second_approval'
  const stands = current.state === 'approved' || current.state === 'reverification_due'
  const corrected = (item: CaseItem): CaseItem => {
    const keepsDecision = stands || (current.state === 'needs_resubmission' && item.decision === 'retry')
    return { ...(keepsDecision ? item : undecided(item)), evidence }
  }
  if (!itemOf(current, key)) return { ok: true, next: current, events: [] }
  return change(
    current,
    command,
    now,
    {
      state: isProposalVoided ? 'submitted' : current.state,
      items: current.items.map((item) => (item.key === key ? corrected(item) : item)),
    },
    isProposalVoided ? { isProposalVoided } : {},
  )
}

/** Starts again after withdrawal or expiry; what is still valid stays (cases, States). Rounds keep counting. */
export function startAgain(current: Case, command: CommandOf<'start_again'>, now: Date): Transition {
  const items = current.items.map((item) => {
    const fresh = undecided(item)
    return command.stillValid.includes(item.key) ? fresh : { ...fresh, evidence: null }
  })
  return change(current, command, now, {
    state: 'draft',
    items,
    submittedAt: null,
    dueAt: null,
    confirmBy: null,
  })
}

/**
 * Lets the applicant try again, at the request of staff, with the full number of rounds. A returned case stays
 * returned.
 */
export function reopen(current: Case, command: CommandOf<'reopen'>, now: Date): Transition {
  const told = command.note ? { note: command.note } : {}
  const roundLimit = current.round + MAX_ROUNDS
  if (current.state === 'needs_resubmission') return change(current, command, now, { roundLimit }, told)
  return change(current, command, now, reopened(current), told)
}

/** Returns a case as reopened from the start: a draft with its evidence, undecided. */
export function reopened(current: Case): Partial<Omit<Case, 'version' | 'lastChange'>> {
  return {
    state: 'draft',
    items: current.items.map(undecided),
    roundLimit: current.round + MAX_ROUNDS,
    submittedAt: null,
    dueAt: null,
    confirmBy: null,
  }
}

/**
 * Whether the applicant may change an item now: in a returned case only returned items and what may come with them,
 * otherwise any that is not final. `isOtherKind`: into a side of another kind of ID.
 */
export function isEditable(
  current: Pick<Case, 'state' | 'items'>,
  item: CaseItem,
  isOtherKind = false,
): boolean {
  switch (current.state) {
    case 'draft':
    case 'reverification_due':
      return true
    case 'submitted':
    case 'in_review':
    case 'awaiting_second_approval':
      return !item.isFinal
    case 'needs_resubmission':
      return item.decision === 'retry' || mayComeWithReturned(item.key, current.items, isOtherKind)
    case 'approved':
    case 'rejected':
    case 'withdrawn':
    case 'expired':
      return false
    default:
      return current.state satisfies never
  }
}

/**
 * Whether a document may be added: an optional one during a review, what may come with returned items, and the other side
 * of a new ID that has one.
 */
function mayAdd(current: Case, key: ItemKey): boolean {
  if (current.state === 'draft') return true
  if (!isDocumentSlot(key) || documentType(key).of !== current.kind) return false
  if (current.state === 'needs_resubmission') return mayComeWithReturned(key, current.items)
  return isOptionalSlot(key) || (current.state === 'reverification_due' && isIdSide(key))
}

function evidenceProblem(current: Case, evidence: readonly Evidence[]): RefusalReason | null {
  const uncorrected: ItemKey[] = []
  for (const { key, evidence: handed } of evidence) {
    const item = itemOf(current, key)
    if (!item) continue
    if (handed !== item.evidence && !isEditable(current, item)) return { code: 'item_read_only', item: key }
    const isReturned = current.state === 'needs_resubmission' && item.decision === 'retry'
    // Data may be submitted unchanged: the person may be right and the supporting document wrong.
    if (isReturned && isDocumentSlot(key) && (handed === null || item.refused.includes(handed)))
      uncorrected.push(key)
    else if (isDocumentSlot(key) && handed !== null && item.refused.includes(handed))
      return { code: 'same_file', item: key }
  }
  return uncorrected.length > 0 ? { code: 'items_not_corrected', items: uncorrected } : null
}

function handIn(item: CaseItem | undefined, { key, evidence }: Evidence): CaseItem {
  if (!item) return { ...emptyItem(key), evidence }
  return item.isFinal && item.evidence === evidence ? item : { ...undecided(item), evidence }
}

function itemOf(current: Case, key: ItemKey): CaseItem | undefined {
  return current.items.find((item) => item.key === key)
}
