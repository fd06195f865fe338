import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import { type Waiting, waitsForEmail, whoWaits } from '#domain/cases/case-waiting.ts'
import type { OwnCase } from '#web/shared/verification/own-case.ts'

export interface Stage {
  id: 'submission' | 'email' | 'checks' | 'activation'
  title: string
  detail?: string
  at?: string | null
  state: 'done' | 'current' | 'next'
}

const CHECKS = 'Usually 24 to 48 hours'
const ACTIVATION = 'Marketplace access, typically in under 72 hours'

/** The three stages of a verification with the one that stands now (onboarding §2, Success pages). */
export function verificationStages(
  own:
    | (Pick<OwnCase, 'kind' | 'state' | 'submittedAt' | 'dueAt' | 'decidedAt'> & {
        standing?: Pick<OwnCase['standing'], 'promise'>
      })
    | null,
): Stage[] {
  const state: CaseState = own?.state ?? 'draft'
  const submitted = own?.kind === 'business' ? 'Company details submitted' : 'Documents submitted'
  if (state === 'rejected') {
    return [
      { id: 'submission', title: submitted, at: own?.submittedAt, state: 'done' },
      { id: 'checks', title: 'Identity checks', at: own?.decidedAt, state: 'done' },
    ]
  }
  if (own && waitsForEmail(own)) {
    return [
      { id: 'submission', title: submitted, at: own.submittedAt, state: 'done' },
      { id: 'email', title: 'Confirm your email address', state: 'current' },
      { id: 'checks', title: 'Identity checks', detail: CHECKS, state: 'next' },
      { id: 'activation', title: 'Account activation', detail: ACTIVATION, state: 'next' },
    ]
  }
  const place = { applicant: 0, reviewer: 1, second_reviewer: 1, nobody: 0 } satisfies Record<Waiting, number>
  const current = state === 'approved' || state === 'reverification_due' ? 3 : place[whoWaits(state)]
  const standing = (index: number): Stage['state'] =>
    index < current ? 'done' : index === current ? 'current' : 'next'
  return [
    current === 0
      ? { id: 'submission', title: submissionTitle(state, own?.kind), state: 'current' }
      : { id: 'submission', title: submitted, at: own?.submittedAt, state: 'done' },
    current > 1
      ? { id: 'checks', title: 'Identity checks', at: own?.decidedAt, state: 'done' }
      : {
          id: 'checks',
          title: 'Identity checks',
          detail: own?.standing?.promise?.text ?? CHECKS,
          state: standing(1),
        },
    current > 2
      ? { id: 'activation', title: 'Account activation', detail: 'Your account is active.', state: 'done' }
      : { id: 'activation', title: 'Account activation', detail: ACTIVATION, state: standing(2) },
  ]
}

function submissionTitle(state: CaseState, kind: CaseKind | undefined): string {
  if (state === 'needs_resubmission') return 'Your corrections'
  return kind === 'business' ? 'Submit your company' : 'Submit your documents'
}
