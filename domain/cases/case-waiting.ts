import type { CaseState } from '#contract/verification/cases.ts'

export type Waiting = 'applicant' | 'reviewer' | 'second_reviewer' | 'nobody'

const WAITING: Readonly<Record<CaseState, Waiting>> = {
  draft: 'applicant',
  submitted: 'reviewer',
  in_review: 'reviewer',
  needs_resubmission: 'applicant',
  awaiting_second_approval: 'second_reviewer',
  approved: 'nobody',
  rejected: 'nobody',
  reverification_due: 'applicant',
  withdrawn: 'nobody',
  expired: 'nobody',
}

/** Returns whom a state waits for (cases, States). */
export function whoWaits(state: CaseState): Waiting {
  return WAITING[state]
}

/** Whether a case waits for its reviewer or for a second person's approval; null where none is started. */
export function isWithUs(state: CaseState | null): boolean {
  return state !== null && (whoWaits(state) === 'reviewer' || whoWaits(state) === 'second_reviewer')
}

/** Whether a submission is on hold until its applicant confirms their email; only then does our time run. */
export function waitsForEmail({ state, dueAt }: { state: CaseState; dueAt: Date | string | null }): boolean {
  return state === 'submitted' && dueAt === null
}
