import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import type { AccountStanding } from '#contract/verification/standing.ts'
import { canResubmit, wireStatuses } from '#domain/cases/case-view.ts'
import { waitsForEmail, whoWaits } from '#domain/cases/case-waiting.ts'
import { caseStanding, type StandingAt, type StandingCase } from './case-standing.ts'
import { type DocumentFacts, documentsStanding } from './documents-standing.ts'
import { type NextFacts, type NextStepDetails, nextAction, nextStep } from './next-step.ts'
import {
  progressPercent,
  progressSentence,
  type VerificationFacts,
  verificationSteps,
} from './verification-progress.ts'

/** Everything that an account's standing depends on. */
export interface AccountFacts {
  consumer: StandingCase | null
  business: StandingCase | null
  documents: DocumentFacts
  verification: Omit<VerificationFacts, 'isRefused'>
  next: Pick<NextFacts, 'statementEndsSoon' | 'unpaid' | 'emailConfirmed' | 'emailBounced'>
  words: Omit<NextStepDetails, 'standing'>
}

/** Returns an account's standing at `now`, as shown on every page. */
export function accountStanding(facts: AccountFacts, at: StandingAt): AccountStanding {
  const leading = leadingKind(facts)
  const cases = {
    consumer: caseStanding('consumer', facts.consumer, at),
    business: caseStanding('business', facts.business, at),
  }
  const current = facts[leading]
  const state = current?.state ?? null
  const steps = verificationSteps({ ...facts.verification, isRefused: state === 'rejected' })
  const action = nextAction({
    ...facts.next,
    steps,
    caseState: state,
    canResubmit: current === null || canResubmit(current),
    waitsForEmail: current !== null && waitsForEmail(current),
  })
  return {
    leading,
    ...cases,
    documents: documentsStanding({ ...facts.documents, forCompanyOnly: !facts.consumer && !!facts.business }),
    steps,
    percent: progressPercent(steps),
    progress: progressSentence(steps, { waitsForEmail: current !== null && waitsForEmail(current) }),
    next: nextStep(action, { ...facts.words, standing: cases[leading] }),
  }
}

/**
 * Returns which case decides an account's standing: the company's, once it was submitted or if it is the only one; but
 * never one that came to nothing while the person is verified.
 */
export function leadingKind({
  consumer,
  business,
}: Record<CaseKind, Pick<StandingCase, 'state' | 'round'> | null>): CaseKind {
  if (!business || !consumer) return business ? 'business' : 'consumer'
  if (business.round === 0) return 'consumer'
  const cameToNothing = whoWaits(business.state) === 'nobody' && !isVerified(business.state)
  return cameToNothing && isVerified(consumer.state) ? 'consumer' : 'business'
}

function isVerified(state: CaseState): boolean {
  return wireStatuses(state).verificationStatus === 'verified'
}
