import {
  type AdminStatus,
  type CaseKind,
  type CaseState,
  GENERAL_REASON,
  type ItemKey,
  MAX_ROUNDS,
  type ReasonCode,
  type RetryReason,
} from '#contract/verification/cases.ts'
import { actingId, mayAct } from '#domain/roles/acting-user.ts'
import type {
  Case,
  CaseCommand,
  CasePolicy,
  CommandOf,
  RefusalReason,
  StatusReason,
  Transition,
  Verdict,
} from './case.ts'
import { assign, claim, claimProblem, release } from './case-claims.ts'
import {
  applyVerdicts,
  approve,
  confirmApproval,
  decide,
  declineApproval,
  markItems,
  propose,
  returnedItems,
  reviewOf,
} from './case-decision.ts'
import { isLegalMove, MOVES } from './case-moves.ts'
import { asSentOut, change, refuse, undecided } from './case-outcome.ts'
import { correctDetails, reopen, reopened, replaceEvidence, startAgain, submit } from './case-submission.ts'
import { isWithUs } from './case-waiting.ts'
import { isFinalReason, reasonFitsItem } from './decision-reasons.ts'
import { dueAt } from './review-clock.ts'

/** Four eyes on overrides only, as delivered (cases, Four eyes). */
export const DEFAULT_CASE_POLICY: CasePolicy = { fourEyes: { approvals: false, overrides: true } }

/** Returns a new case. */
export function newCase(kind: CaseKind, applicantId: number): Case {
  return {
    kind,
    state: 'draft',
    version: 1,
    applicantId,
    items: [],
    round: 0,
    roundLimit: MAX_ROUNDS,
    submittedAt: null,
    dueAt: null,
    claim: null,
    assignee: null,
    proposal: null,
    approval: null,
    lastChange: null,
    confirmBy: null,
  }
}

/**
 * The only way a case changes (cases, States). Returns the next case and its events, or from, to and why not.
 * Refusals are checked in this order: permission, ownership, a stale version, the state, then the command's own
 * conditions.
 */
export function transition(
  current: Case,
  command: CaseCommand,
  now: Date,
  policy: CasePolicy = DEFAULT_CASE_POLICY,
): Transition {
  const to = command.type === 'set_status' ? STATE_OF_STATUS[command.status] : MOVES[command.type].to
  const why = guard(current, command)
  return why ? refuse(current, to, why) : perform(current, command, now, policy)
}

function guard(current: Case, command: CaseCommand): RefusalReason | null {
  const { by, from } = MOVES[command.type]
  const { actor } = command
  if (actor.kind !== by) return { code: 'not_permitted' }
  if (actor.kind === 'user' && actor.id !== current.applicantId) return { code: 'not_permitted' }
  if (actor.kind === 'staff' && actor.id === current.applicantId) return { code: 'own_case' }
  if ('version' in command && command.version !== undefined && command.version !== current.version) {
    const { version, lastChange } = current
    return {
      code: 'stale_version',
      version,
      decidedBy: lastChange?.by.id ?? null,
      decidedAt: lastChange?.at ?? null,
    }
  }
  if (from.includes(current.state)) return null
  const isAboutProposal = command.type === 'confirm_approval' || command.type === 'decline_approval'
  return { code: isAboutProposal ? 'nothing_to_confirm' : 'illegal_move' }
}

function perform(current: Case, command: CaseCommand, now: Date, policy: CasePolicy): Transition {
  switch (command.type) {
    case 'submit':
    case 'resubmit':
      return submit(current, command, now)
    case 'replace_evidence':
      return replaceEvidence(current, command, now)
    case 'correct_details':
      return correctDetails(current, command, now)
    case 'claim':
      return claim(current, command, now)
    case 'release':
      return release(current, command, now)
    case 'assign':
      return assign(current, command, now)
    case 'mark_items':
      return markItems(current, command, now)
    case 'decide':
      return decide(current, command, now, policy)
    case 'set_status':
      return applyStatus(current, command, now, policy)
    case 'confirm_approval':
      return confirmApproval(current, command, now)
    case 'decline_approval':
      return declineApproval(current, command, now)
    case 'mark_reverification_due':
      return change(current, command, now, { state: 'reverification_due', confirmBy: command.confirmBy })
    case 'ask_to_confirm':
      return change(
        current,
        command,
        now,
        { state: 'reverification_due', confirmBy: command.confirmBy },
        { note: command.note },
      )
    case 'confirm_unchanged':
      return confirmUnchanged(current, command, now)
    case 'withdraw':
      return change(current, command, now, { state: 'withdrawn' })
    case 'expire':
      return change(current, command, now, { state: 'expired' })
    case 'start_again':
      return startAgain(current, command, now)
    case 'reopen':
      return reopen(current, command, now)
    default:
      return command satisfies never
  }
}

/**
 * Confirms that nothing changed since the approval: only if every item is still the approved one and nothing has
 * expired.
 */
function confirmUnchanged(current: Case, command: CommandOf<'confirm_unchanged'>, now: Date): Transition {
  const to = 'approved'
  const changed = current.items.filter((item) => !item.isFinal).map((item) => item.key)
  if (changed.length > 0) return refuse(current, to, { code: 'items_undecided', items: changed })
  if (command.obstacles.length > 0) {
    return refuse(current, to, { code: 'evidence_missing', missing: command.obstacles })
  }
  return change(current, command, now, { state: to, confirmBy: null })
}

type StatusCommand = CommandOf<'set_status'>

/** The state that each status of the call stands for. */
const STATE_OF_STATUS: Readonly<Record<AdminStatus, CaseState>> = {
  pending: 'draft',
  submitted: 'submitted',
  approved: 'approved',
  rejected: 'rejected',
}

/**
 * The admin's status call, allowed from any state (cases, The status call): pending reopens, submitted
 * requeues, approved checks the evidence, rejected without reasons uses the general one. Setting the current status
 * changes nothing, because clients retry. A case claimed by another reviewer stays theirs until the claim ends.
 */
function applyStatus(current: Case, command: StatusCommand, now: Date, policy: CasePolicy): Transition {
  const to = STATE_OF_STATUS[command.status]
  if (!mayAct(command.actor, 'cases.lead')) {
    return refuse(current, to, { code: 'not_permitted' })
  }
  if (current.state === to && !command.reasons?.length) return { ok: true, next: current, events: [] }
  const why = claimProblem(current, actingId(command.actor), now)
  if (why) return refuse(current, to, why)
  switch (command.status) {
    case 'pending':
      return change(current, command, now, reopened(current), told(command))
    case 'submitted':
      return change(current, command, now, queued(current, now), told(command))
    case 'approved':
      return setApproved(current, command, now, policy)
    case 'rejected':
      return setRejected(current, command, now)
    default:
      return command.status satisfies never
  }
}

/**
 * Puts a case back in the queue. The promise keeps running if it was waiting for a reviewer, and otherwise restarts.
 */
function queued(current: Case, now: Date): Partial<Case> {
  const isRunning = current.submittedAt !== null && isWithUs(current.state)
  const isDecided = ['approved', 'rejected', 'reverification_due'].includes(current.state)
  return {
    state: 'submitted',
    items: current.items.map((item) => (item.isFinal && !isDecided ? asSentOut(item) : undecided(item))),
    round: Math.max(current.round, 1),
    confirmBy: null,
    ...(!isRunning && { submittedAt: now, dueAt: dueAt(now) }),
  }
}

/** Approves with the verdicts given along, which follow the rules of a decision. */
function setApproved(given: Case, command: StatusCommand, now: Date, policy: CasePolicy): Transition {
  const to = 'approved'
  const { actor, obstacles, firmObstacles = [], verdicts = [] } = command
  if (verdicts.length > 0 && !isLegalMove('decide', given.state))
    return refuse(given, to, { code: 'illegal_move' })
  const marked = applyVerdicts(given.items, verdicts, reviewOf(command))
  if (!marked.ok) return refuse(given, to, marked.why)
  const current = { ...given, items: marked.items }
  const isOverride = obstacles.length > 0
  if ((isOverride && !command.override) || firmObstacles.length > 0)
    return refuse(current, to, { code: 'evidence_missing', missing: obstacles })
  if (isOverride && !mayAct(actor, 'cases.override')) {
    return refuse(current, to, { code: 'super_admin_required' })
  }
  if (isOverride && !command.note?.trim()) return refuse(current, to, { code: 'note_required' })
  const way = isOverride || current.proposal?.kind === 'override' ? 'override' : 'status_call'
  if (!(isOverride ? policy.fourEyes.overrides : policy.fourEyes.approvals))
    return approve(current, command, now, way)
  // An ordinary proposal says nothing about missing evidence, so it is not the first approval of an override.
  const counts = current.proposal && (!isOverride || current.proposal.kind === 'override')
  if (!counts) return propose(current, command, now, isOverride ? 'override' : 'approval')
  if (current.proposal?.by === actor.id) return refuse(current, to, { code: 'same_person' })
  return approve(current, command, now, way)
}

function setRejected(current: Case, command: StatusCommand, now: Date): Transition {
  const reasons = command.reasons ?? []
  const codes: ReasonCode[] = reasons.length > 0 ? reasons.map((reason) => reason.code) : [GENERAL_REASON]
  if (codes.some(isFinalReason)) {
    return change(
      current,
      command,
      now,
      { state: 'rejected', confirmBy: null },
      { ...told(command), reasons: codes },
    )
  }
  const placed = placeReasons(current, reasons)
  const marked = placed.ok
    ? applyVerdicts(current.items, placed.verdicts, { by: actingId(command.actor), gaps: [] })
    : placed
  if (!marked.ok) return refuse(current, 'needs_resubmission', marked.why)
  const changes = {
    state: 'needs_resubmission' as CaseState,
    items: returnedItems(marked.items, now),
    confirmBy: null,
  }
  return change(current, command, now, changes, { ...told(command), reasons: codes })
}

/**
 * Turns retry reasons into verdicts on items: the named item, otherwise the case's first one that the reason fits.
 */
function placeReasons(
  current: Case,
  reasons: readonly StatusReason[],
): { ok: true; verdicts: Verdict[] } | { ok: false; why: RefusalReason } {
  const byItem = new Map<ItemKey, { codes: RetryReason[]; texts: string[] }>()
  for (const { code, item, text } of reasons) {
    if (isFinalReason(code)) continue
    const key = item ?? current.items.find((candidate) => reasonFitsItem(code, candidate.key))?.key
    if (!key) return { ok: false, why: { code: 'reason_misfit', item: null, reason: code } }
    const entry = byItem.get(key) ?? { codes: [], texts: [] }
    if (!entry.codes.includes(code)) entry.codes.push(code)
    if (text?.trim()) entry.texts.push(text.trim())
    byItem.set(key, entry)
  }
  const verdicts = [...byItem].map(
    ([key, { codes, texts }]): Verdict => ({
      key,
      decision: 'retry',
      reasons: codes,
      text: texts.join('\n'),
    }),
  )
  return { ok: true, verdicts }
}

function told(command: StatusCommand): { note?: string } {
  return command.note ? { note: command.note } : {}
}
