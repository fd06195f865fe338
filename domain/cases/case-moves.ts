import { CASE_STATES } from '#contract/verification/case-states.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import type { CommandType } from './case.ts'

interface Move {
  by: ActingUser['kind']
  from: readonly CaseState[]
  /** The intended state; a decision may lead elsewhere. */
  to: CaseState
}

/** Who may give each command and in which states: the transition table (cases, States; security R19). */
export const MOVES: Readonly<Record<CommandType, Move>> = {
  submit: { by: 'user', from: ['draft', 'reverification_due'], to: 'submitted' },
  resubmit: { by: 'user', from: ['needs_resubmission'], to: 'submitted' },
  replace_evidence: {
    by: 'user',
    from: [
      'draft',
      'submitted',
      'in_review',
      'needs_resubmission',
      'awaiting_second_approval',
      'reverification_due',
    ],
    to: 'submitted',
  },
  correct_details: { by: 'staff', from: CASE_STATES, to: 'submitted' },
  claim: { by: 'staff', from: ['submitted', 'in_review'], to: 'in_review' },
  release: { by: 'staff', from: ['submitted', 'in_review'], to: 'in_review' },
  assign: { by: 'staff', from: ['submitted', 'in_review'], to: 'in_review' },
  mark_items: { by: 'staff', from: ['submitted', 'in_review'], to: 'in_review' },
  decide: { by: 'staff', from: ['submitted', 'in_review'], to: 'approved' },
  set_status: { by: 'staff', from: CASE_STATES, to: 'approved' },
  confirm_approval: { by: 'staff', from: ['awaiting_second_approval'], to: 'approved' },
  decline_approval: { by: 'staff', from: ['awaiting_second_approval'], to: 'in_review' },
  mark_reverification_due: { by: 'system', from: ['approved'], to: 'reverification_due' },
  ask_to_confirm: { by: 'staff', from: ['approved'], to: 'reverification_due' },
  confirm_unchanged: { by: 'user', from: ['reverification_due'], to: 'approved' },
  withdraw: {
    by: 'user',
    from: ['draft', 'submitted', 'in_review', 'needs_resubmission', 'awaiting_second_approval'],
    to: 'withdrawn',
  },
  expire: { by: 'system', from: ['draft', 'needs_resubmission', 'reverification_due'], to: 'expired' },
  start_again: { by: 'user', from: ['withdrawn', 'expired'], to: 'draft' },
  reopen: { by: 'staff', from: ['needs_resubmission', 'rejected', 'withdrawn', 'expired'], to: 'draft' },
}

/** Whether an applicant may withdraw their submission; a draft has not been submitted. */
export function isWithdrawable(state: CaseState): boolean {
  return state !== 'draft' && isLegalMove('withdraw', state)
}

/** Whether a command is possible in a state at all; its own conditions may still refuse it. */
export function isLegalMove(command: CommandType, state: CaseState): boolean {
  return MOVES[command].from.includes(state)
}
