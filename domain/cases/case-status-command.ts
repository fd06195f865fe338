import {
  type AdminStatus,
  type CaseState,
  GENERAL_REASON,
  type ItemKey,
  type ReasonCode,
  type RetryReason,
} from '#contract/verification/cases.ts'
import { actingId, mayAct } from '#domain/roles/acting-user.ts'
import type { Case, CasePolicy, CommandOf, RefusalReason, StatusReason, Transition, Verdict } from './case.ts'
import { claimProblem } from './case-claims.ts'
import { approve, propose } from './case-decision.ts'
import { asSentOut, change, refuse, undecided } from './case-outcome.ts'
import { reopened } from './case-submission.ts'
import { applyVerdicts, returnedItems } from './case-verdicts.ts'
import { whoWaits } from './case-waiting.ts'
import { isFinalReason, reasonFitsItem } from './decision-reasons.ts'
import { dueAt } from './review-clock.ts'

type StatusCommand = CommandOf<'set_status'>

/** The state each status of the call stands for. */
export const STATE_OF_STATUS: Readonly<Record<AdminStatus, CaseState>> = {
  pending: 'draft',
  submitted: 'submitted',
  approved: 'approved',
  rejected: 'rejected',
}

/**
 * The admin's status call, allowed from any state (cases, States; account-admin §4): pending reopens, submitted puts
 * back in the queue, approved checks the evidence, rejected without reasons uses the general one. Setting what is
 * already so changes nothing, because clients retry. A case that another reviewer holds is theirs until the claim ends.
 */
export function applyStatus(
  current: Case,
  command: StatusCommand,
  now: Date,
  policy: CasePolicy,
): Transition {
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

/** Back in the queue. The promise keeps running where a reviewer was waited for, and starts again elsewhere. */
function queued(current: Case, now: Date): Partial<Case> {
  const waiting = whoWaits(current.state)
  const isRunning = current.submittedAt !== null && (waiting === 'reviewer' || waiting === 'second_reviewer')
  const isDecided = ['approved', 'rejected', 'reverification_due'].includes(current.state)
  return {
    state: 'submitted',
    items: current.items.map((item) => (item.isFinal && !isDecided ? asSentOut(item) : undecided(item))),
    round: Math.max(current.round, 1),
    confirmBy: null,
    ...(!isRunning && { submittedAt: now, dueAt: dueAt(now) }),
  }
}

function setApproved(current: Case, command: StatusCommand, now: Date, policy: CasePolicy): Transition {
  const to = 'approved'
  const { actor, obstacles, firmObstacles = [] } = command
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
  // An ordinary proposal says nothing about missing evidence, so it is no first approval of an override.
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

/** Retry reasons become verdicts on items: the one named, else the first of the case the reason can be said of. */
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
