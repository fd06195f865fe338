import { type CaseKind, type CaseState, MAX_ROUNDS } from '#contract/verification/cases.ts'
import type { AccountStanding } from '#contract/verification/standing.ts'
import { canResubmit, wireStatuses } from '#domain/cases/case-view.ts'
import { waitsForEmail, whoWaits } from '#domain/cases/case-waiting.ts'
import { caseBadge } from './case-badges.ts'
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
  /** Which verifications have answers that are stored and not sent. */
  drafts: readonly CaseKind[]
  /** What is still to fix in each. */
  toFix: Record<CaseKind, NextStepDetails['toFix']>
  details: Omit<NextStepDetails, 'standing' | 'toFix'>
}

/** Returns an account's standing at `now`, as shown on every page. */
export function accountStanding(facts: AccountFacts, at: StandingAt): AccountStanding {
  const leading = leadingKind(facts)
  const standingOf = (kind: CaseKind) => ({
    ...caseStanding(kind, facts[kind] ?? startedCase(kind, facts), at, facts.toFix[kind].left.length),
    // Answers that aren't sent are no profile, and the account calls that not started (account-admin §4.2).
    account: caseBadge(facts[kind]?.state ?? null, 'account'),
  })
  const cases = { consumer: standingOf('consumer'), business: standingOf('business') }
  const other = leading === 'business' ? 'consumer' : 'business'
  const current = facts[leading]
  const state = current?.state ?? null
  const steps = verificationSteps({ ...facts.verification, isRefused: state === 'rejected' })
  const action = nextAction({
    ...facts.next,
    steps,
    caseState: state,
    canResubmit: current === null || canResubmit(current),
    waitsForEmail: current !== null && waitsForEmail(current),
    started: cases[other].state === 'draft' ? other : null,
  })
  return {
    leading,
    ...cases,
    documents: documentsStanding({ ...facts.documents, forCompanyOnly: !facts.consumer && !!facts.business }),
    steps,
    percent: progressPercent(steps),
    progress: progressSentence(steps, { waitsForEmail: current !== null && waitsForEmail(current) }),
    next: nextStep(action, { ...facts.details, toFix: facts.toFix[leading], standing: cases[leading] }),
  }
}

/** A case has its row only once a file or a submission needs one; its answers start it before. */
function startedCase(kind: CaseKind, { drafts }: AccountFacts): StandingCase | null {
  if (!drafts.includes(kind)) return null
  return { state: 'draft', dueAt: null, confirmBy: null, round: 0, roundLimit: MAX_ROUNDS }
}

/**
 * Returns which case decides an account's standing: the company's, once it was submitted or if it is the only one;
 * but never one that came to nothing while the person is verified.
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
