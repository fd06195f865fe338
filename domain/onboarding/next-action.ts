import type { CaseState } from '#contract/cases.ts'
import { whoWaits } from '#domain/cases/case-waiting.ts'
import type { VerificationStep } from './verification-progress.ts'

/** What the dashboard of an account knows of its person. */
export interface AccountStanding {
  steps: readonly VerificationStep[]
  /** The state of the case that leads; null before one is begun. */
  caseState: CaseState | null
  /** Whether an investor statement ends soon; one that has ended is a required step. */
  statementEndsSoon: boolean
  /** Invoices that can be paid. */
  unpaid: number
  emailConfirmed: boolean
}

export type NextAction =
  | { kind: 'mend' | 'reconfirm' | 'renew' | 'pay' | 'confirm_email' | 'wait' | 'refused' | 'nothing' }
  | { kind: 'step'; step: VerificationStep }

/**
 * The one thing a person should do next (decisions §1, design §1): what came back first, then the verification in its
 * order, what is about to end, what is owed, and their email. Where nothing is, whether they wait or are done.
 */
export function nextAction(standing: AccountStanding): NextAction {
  const { steps, caseState, statementEndsSoon, unpaid, emailConfirmed } = standing
  if (caseState === 'needs_resubmission') return { kind: 'mend' }
  const step = steps.find(({ id, status }) => status === 'required' && !isClosed(id, caseState))
  if (step) return { kind: 'step', step }
  if (caseState === 'reverification_due') return { kind: 'reconfirm' }
  if (statementEndsSoon) return { kind: 'renew' }
  if (unpaid > 0) return { kind: 'pay' }
  if (!emailConfirmed) return { kind: 'confirm_email' }
  if (caseState === 'rejected') return { kind: 'refused' }
  return { kind: isWaiting(caseState) ? 'wait' : 'nothing' }
}

/** A case that was finally refused takes no second submission. */
function isClosed(step: VerificationStep['id'], state: CaseState | null): boolean {
  return step === 'identity_verification' && state === 'rejected'
}

function isWaiting(state: CaseState | null): boolean {
  return state !== null && ['reviewer', 'second_reviewer'].includes(whoWaits(state))
}
