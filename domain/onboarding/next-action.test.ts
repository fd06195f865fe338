import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CASE_STATES } from '#contract/cases.ts'
import { type AccountStanding, nextAction } from './next-action.ts'
import type { StepStatus, VerificationStep } from './verification-progress.ts'

const step = (id: VerificationStep['id'], status: StepStatus): VerificationStep => ({
  id,
  label: id,
  status,
  href: '/onboarding',
})
const steps = (...statuses: StepStatus[]) =>
  (['risk_disclosure', 'user_classification', 'trader_certification', 'identity_verification'] as const).map(
    (id, index) => step(id, statuses[index] ?? 'completed'),
  )

const DONE: AccountStanding = {
  steps: steps(),
  caseState: 'approved',
  statementEndsSoon: false,
  unpaid: 0,
  emailConfirmed: true,
}

describe('the next action of an account', () => {
  it.each([
    ['nothing is left', {}, 'nothing'],
    ['items came back, whatever else is open', { caseState: 'needs_resubmission', unpaid: 2 }, 'mend'],
    ['the details are to be confirmed', { caseState: 'reverification_due', unpaid: 1 }, 'reconfirm'],
    ['the statement ends soon', { statementEndsSoon: true, unpaid: 1 }, 'renew'],
    ['an invoice is open', { unpaid: 1, emailConfirmed: false }, 'pay'],
    ['the email is not confirmed', { emailConfirmed: false, caseState: 'submitted' }, 'confirm_email'],
    ['our team has the case', { caseState: 'submitted' }, 'wait'],
    ['a reviewer has the case', { caseState: 'in_review' }, 'wait'],
    ['a second reviewer has the case', { caseState: 'awaiting_second_approval' }, 'wait'],
    [
      'the case was finally refused',
      { caseState: 'rejected', steps: steps('completed', 'completed', 'completed', 'required') },
      'refused',
    ],
  ] as const)('when %s', (_name, standing, kind) => {
    expect(nextAction({ ...DONE, ...standing })).toEqual({ kind })
  })

  it('is the first step that is still required, in the order of the steps', () => {
    const open = steps('completed', 'required', 'required', 'pending')
    expect(nextAction({ ...DONE, caseState: 'draft', steps: open, unpaid: 1 })).toEqual({
      kind: 'step',
      step: open[1],
    })
  })

  it('is a step exactly when one can still be done and nothing came back', () => {
    const status = fc.constantFrom<StepStatus>('required', 'pending', 'completed')
    const standing = fc.record({
      steps: fc.array(status, { minLength: 4, maxLength: 4 }).map((all) => steps(...all)),
      caseState: fc.constantFrom(null, ...CASE_STATES),
      statementEndsSoon: fc.boolean(),
      unpaid: fc.nat(3),
      emailConfirmed: fc.boolean(),
    })
    fc.assert(
      fc.property(standing, (one) => {
        const open = one.steps.filter(({ status: is }) => is === 'required')
        const canGoOn = open.some(({ id }) => id !== 'identity_verification' || one.caseState !== 'rejected')
        expect(nextAction(one).kind === 'step').toBe(canGoOn && one.caseState !== 'needs_resubmission')
      }),
    )
  })
})
