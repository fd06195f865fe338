import { isDocumentSlot } from '#contract/documents/documents.ts'
import {
  type ApprovalBasis,
  type CaseState,
  MAX_ROUNDS,
  type ReasonCode,
} from '#contract/verification/cases.ts'
import { actingId, mayAct } from '#domain/roles/acting-user.ts'
import type {
  AcceptanceGap,
  Approval,
  Case,
  CaseCommand,
  CaseItem,
  CasePolicy,
  CommandOf,
  RefusalReason,
  Transition,
  Verdict,
} from './case.ts'
import { claimProblem, ownedBy } from './case-claims.ts'
import { decisionProgress } from './case-items.ts'
import { change, refuse, unreviewed, withFinalItems } from './case-outcome.ts'
import { whoWaits } from './case-waiting.ts'
import { reasonFitsItem } from './decision-reasons.ts'
import { approvalBasis, isOwnGap, isReviewed } from './item-review.ts'
import { dueAt } from './review-clock.ts'
import { capabilityToConfirm } from './second-approval.ts'

/** Stores verdicts on single items without telling anyone. */
export function markItems(current: Case, command: CommandOf<'mark_items'>, now: Date): Transition {
  const to = 'in_review'
  const why = claimProblem(current, actingId(command.actor), now)
  if (why) return refuse(current, to, why)
  const marked = applyVerdicts(current.items, command.verdicts, reviewOf(command))
  if (!marked.ok) return refuse(current, to, marked.why)
  const owned = ownedBy(current, actingId(command.actor), now)
  return change(current, command, now, { state: to, items: marked.items, ...owned })
}

/**
 * Decides the case from its items: approved if all are accepted, returned on any retry, rejected on any final (cases,
 * What decides a case).
 */
export function decide(
  current: Case,
  command: CommandOf<'decide'>,
  now: Date,
  policy: CasePolicy,
): Transition {
  const to = 'approved'
  const why = claimProblem(current, actingId(command.actor), now)
  if (why) return refuse(current, to, why)
  const verdicts = allVerdicts(current.items, command.verdicts)
  const marked = applyVerdicts(current.items, verdicts, reviewOf(command))
  if (!marked.ok) return refuse(current, to, marked.why)
  const { items } = marked
  const told = { ...(command.note && { note: command.note }) }
  const { outcome, undecided } = decisionProgress(items)
  switch (outcome) {
    case 'undecided':
      return refuse(current, to, { code: 'items_undecided', items: undecided })
    case 'reject':
      return change(
        current,
        command,
        now,
        { state: 'rejected', items },
        { ...told, reasons: reasonsOf(items, 'final') },
      )
    case 'return':
      return change(
        current,
        command,
        now,
        { state: 'needs_resubmission', items: returnedItems(items, now) },
        { ...told, reasons: reasonsOf(items, 'retry') },
      )
    case 'approve':
      if (command.obstacles.length > 0) {
        return refuse(current, to, { code: 'evidence_missing', missing: command.obstacles })
      }
      if (policy.fourEyes.approvals) return propose({ ...current, items }, command, now, 'approval')
      return approve({ ...current, items }, command, now, 'decision')
    default:
      return outcome satisfies never
  }
}

/** Confirms a proposal as the second person. The proposer cannot (403); an override needs an admin. */
export function confirmApproval(
  current: Case,
  command: CommandOf<'confirm_approval'>,
  now: Date,
): Transition {
  const to = 'approved'
  const { actor, obstacles, firmObstacles = [] } = command
  const { proposal } = current
  if (!proposal) return refuse(current, to, { code: 'nothing_to_confirm' })
  if (proposal.by === actor.id) return refuse(current, to, { code: 'same_person' })
  if (actor.kind === 'staff' && !mayAct(actor, capabilityToConfirm(proposal.kind))) {
    return refuse(current, to, { code: 'not_permitted' })
  }
  const missing = proposal.kind === 'approval' ? obstacles : firmObstacles
  if (missing.length > 0) return refuse(current, to, { code: 'evidence_missing', missing })
  const isDecided = current.items.every(({ decision }) => decision === 'accepted')
  const way = proposal.kind === 'override' ? 'override' : isDecided ? 'decision' : 'status_call'
  return approve(current, command, now, way)
}

/** Declines a proposal; the review continues with the person who declined it. */
export function declineApproval(
  current: Case,
  command: CommandOf<'decline_approval'>,
  now: Date,
): Transition {
  const to = 'in_review'
  if (!current.proposal) return refuse(current, to, { code: 'nothing_to_confirm' })
  const owned = ownedBy(current, actingId(command.actor), now)
  return change(current, command, now, { state: to, ...owned }, command.note ? { note: command.note } : {})
}

/**
 * Approves, and stores how much was reviewed: reviewed items stay accepted, the others are approved but not marked as
 * accepted. A later confirmation of details starts with the full number of rounds.
 */
export function approve(
  current: Case,
  command: CaseCommand,
  now: Date,
  way: ApprovalBasis['way'],
): Transition {
  const items = current.items.map((item) => (isReviewed(item) ? withFinalItems(item, now) : unreviewed(item)))
  const approval: Approval = {
    ...approvalBasis(items, way),
    ...(way === 'override' && { override: overrideBy(current, command) }),
  }
  const roundLimit = current.round + MAX_ROUNDS
  const changes = { state: 'approved' as CaseState, items, roundLimit, confirmBy: null, approval }
  return change(current, command, now, changes, { ...noteOf(command), approval })
}

function overrideBy({ proposal }: Case, command: CaseCommand): Approval['override'] {
  const by = actingId(command.actor)
  const setAside = ('setAside' in command && command.setAside) || []
  return proposal?.kind === 'override'
    ? { setAside, askedBy: proposal.by, confirmedBy: by }
    : { setAside, askedBy: by, confirmedBy: null }
}

/** Leaves the approval to a second person. If the case was not waiting for a reviewer, the promise starts now. */
export function propose(
  current: Case,
  command: CaseCommand,
  now: Date,
  kind: 'approval' | 'override',
): Transition {
  const told = noteOf(command)
  const proposal = { kind, by: actingId(command.actor), at: now, note: told.note ?? null }
  const isRunning = whoWaits(current.state) === 'reviewer' && current.dueAt !== null
  const changes = {
    state: 'awaiting_second_approval' as CaseState,
    items: current.items,
    proposal,
    ...(!isRunning && { dueAt: dueAt(now) }),
  }
  return change(current, command, now, changes, told)
}

function noteOf(command: CaseCommand): { note?: string } {
  return 'note' in command && command.note ? { note: command.note } : {}
}

function reasonsOf(items: readonly CaseItem[], decision: 'retry' | 'final'): ReasonCode[] {
  return [...new Set(items.flatMap((item) => (item.decision === decision ? item.reasons : [])))]
}

/** Who gives the verdicts of a command, and what they still have to do. */
export function reviewOf({
  actor,
  gaps = [],
}: Pick<CommandOf<'mark_items' | 'decide' | 'set_status'>, 'actor' | 'gaps'>): Review {
  return { by: actingId(actor), gaps }
}

type Verdicts = { ok: true; items: readonly CaseItem[] } | { ok: false; why: RefusalReason }

/** Who gives the verdicts, and what they still have to do before they can accept items. */
interface Review {
  by: number
  gaps: readonly AcceptanceGap[]
}

/**
 * Applies verdicts to the items. Refuses unknown items, missing or unsuitable reasons, and acceptance of what is
 * missing or what the reviewer has not looked at. What another reviewer accepted stays theirs.
 */
export function applyVerdicts(
  items: readonly CaseItem[],
  verdicts: readonly Verdict[],
  review: Review,
): Verdicts {
  let decided = items
  const gaps: AcceptanceGap[] = []
  for (const verdict of verdicts) {
    const item = decided.find((item) => item.key === verdict.key)
    const why = item ? verdictProblem(item, verdict) : { code: 'unknown_item' as const, item: verdict.key }
    if (why) return { ok: false, why }
    if (item && verdict.decision === 'accepted') gaps.push(...gapsOf(item, review))
    decided = decided.map((existing) =>
      existing.key === verdict.key ? withVerdict(existing, verdict, review.by) : existing,
    )
  }
  return gaps.length > 0 ? { ok: false, why: { code: 'not_reviewed', gaps } } : { ok: true, items: decided }
}

/** Returns the verdicts of a decision: those given now, and earlier acceptances that no one has overruled since. */
function allVerdicts(items: readonly CaseItem[], given: readonly Verdict[]): Verdict[] {
  const kept = items.filter(
    ({ key, decision }) => decision === 'accepted' && !given.some((verdict) => verdict.key === key),
  )
  return [...kept.map(({ key }) => ({ key, decision: 'accepted' as const })), ...given]
}

/** Only the person who accepts must have looked; all other gaps also apply to what another reviewer accepted. */
function gapsOf(item: CaseItem, { gaps }: Review): AcceptanceGap[] {
  return gaps.filter((gap) => gap.item === item.key && !(isReviewed(item) && isOwnGap(gap)))
}

/**
 * Returns the items as they go back to the applicant at `now`: accepted ones final, the hashes of returned files
 * stored.
 */
export function returnedItems(items: readonly CaseItem[], now: Date): CaseItem[] {
  return items.map((item) => {
    if (item.decision === 'accepted') return withFinalItems(item, now)
    const open = { ...item, checked: null, isFinal: false }
    if (item.decision !== 'retry' || item.evidence === null || !isDocumentSlot(item.key)) return open
    return { ...open, refused: [...new Set([...item.refused, item.evidence])] }
  })
}

function verdictProblem(item: CaseItem, verdict: Verdict): RefusalReason | null {
  if (verdict.decision === 'pending') return null
  if (verdict.decision === 'accepted') {
    return item.evidence === null ? { code: 'evidence_missing', missing: [item.key] } : null
  }
  if (verdict.reasons.length === 0) return { code: 'reason_missing', item: item.key }
  const misfit = verdict.reasons.find((reason) => !reasonFitsItem(reason, item.key))
  if (misfit) return { code: 'reason_misfit', item: item.key, reason: misfit }
  const needsText = verdict.decision === 'retry' && verdict.reasons.includes('OTHER') && !verdict.text?.trim()
  return needsText ? { code: 'text_required', item: item.key } : null
}

function withVerdict(item: CaseItem, verdict: Verdict, by: number): CaseItem {
  const isAccepted = verdict.decision === 'accepted'
  return {
    ...item,
    decision: verdict.decision,
    reasons: verdict.decision === 'retry' || verdict.decision === 'final' ? [...verdict.reasons] : [],
    text: verdict.decision === 'retry' ? verdict.text?.trim() || null : null,
    note: verdict.note?.trim() || item.note,
    acceptedBy: isAccepted ? (isReviewed(item) ? item.acceptedBy : by) : null,
    // What applicants were told holds until the next decision; reviewers' marks are internal until then.
    isFinal: item.isFinal,
  }
}
