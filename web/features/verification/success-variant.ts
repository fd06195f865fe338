import type { CaseKind } from '#contract/verification/cases.ts'
import type { AccountStanding, CaseStanding } from '#contract/verification/standing.ts'
import { whoWaits } from '#domain/cases/case-waiting.ts'

export type SuccessVariant =
  | 'certification_completed'
  | 'certification_required'
  | 'onboarding_completed'
  | 'submitted'
  /** The case has been decided, or was handed back, since. */
  | 'decided'
  /** The address speaks of something that is not there. */
  | 'nothing'

export interface SuccessSearch {
  type?: string
  completed?: string
  registerRequired?: string
}

/** Whose submission an address speaks of; without a word about it, the one that leads. */
export function kindOfSuccess({ type }: SuccessSearch, leading: CaseKind): CaseKind {
  if (type?.startsWith('business')) return 'business'
  return type?.startsWith('consumer') ? 'consumer' : leading
}

/**
 * Which success page is shown. The address asks, and what stands in the account answers: no address makes up a
 * submission or a certification.
 */
export function successVariant(
  search: SuccessSearch,
  { standing, needsCertification }: { standing: AccountStanding; needsCertification: boolean },
): SuccessVariant {
  if (search.type === 'certification') {
    const step = standing.steps.find(({ id }) => id === 'trader_certification')
    return step?.status === 'completed' ? 'certification_completed' : 'nothing'
  }
  if (needsCertification) return 'certification_required'
  const own = standing[kindOfSuccess(search, standing.leading)]
  if (!isHandedIn(own)) return 'nothing'
  if (!isWaiting(own)) return 'decided'
  const isCompleted = search.completed === 'true' || search.type?.endsWith('_onboarding')
  return isCompleted ? 'onboarding_completed' : 'submitted'
}

/** Whether a case waits for a reviewer's decision. */
export function isWaiting({ state }: Pick<CaseStanding, 'state'>): boolean {
  return state !== null && ['reviewer', 'second_reviewer'].includes(whoWaits(state))
}

function isHandedIn({ state }: CaseStanding): boolean {
  return state !== null && state !== 'draft' && state !== 'withdrawn' && state !== 'expired'
}
