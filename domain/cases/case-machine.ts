import { type CaseKind, MAX_ROUNDS } from '#contract/verification/cases.ts'
import type { Case, CaseCommand, CasePolicy, CommandOf, RefusalReason, Transition } from './case.ts'
import { assign, claim, release } from './case-claims.ts'
import { confirmApproval, decide, declineApproval, markItems } from './case-decision.ts'
import { MOVES } from './case-moves.ts'
import { change, refuse } from './case-outcome.ts'
import { applyStatus, STATE_OF_STATUS } from './case-status-command.ts'
import { correctDetails, reopen, replaceEvidence, startAgain, submit } from './case-submission.ts'

/** Four eyes on overrides only, as delivered (cases, Deciding). */
export const DEFAULT_CASE_POLICY: CasePolicy = { fourEyes: { approvals: false, overrides: true } }

/** A case at its beginning. */
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
 * The one way a case changes (cases, States). Returns the next case and its events, or from, to and why not. Refusals come in
 * this order: who may, whose case it is, a stale version, the state, then what the command itself looks at.
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
  return command.type === 'confirm_approval' ? { code: 'nothing_to_confirm' } : { code: 'illegal_move' }
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

/** Nothing changed since the approval: true only while every item is still the approved one and nothing has expired. */
function confirmUnchanged(current: Case, command: CommandOf<'confirm_unchanged'>, now: Date): Transition {
  const to = 'approved'
  const changed = current.items.filter((item) => !item.isFinal).map((item) => item.key)
  if (changed.length > 0) return refuse(current, to, { code: 'items_undecided', items: changed })
  if (command.obstacles.length > 0) {
    return refuse(current, to, { code: 'evidence_missing', missing: command.obstacles })
  }
  return change(current, command, now, { state: to, confirmBy: null })
}
