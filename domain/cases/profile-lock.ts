import type { CaseState } from '#contract/verification/cases.ts'
import { wireStatuses } from './case-view.ts'

/** Whether people may edit their profile: until a verification of theirs is approved (account-admin §4). */
export function canEditProfile(caseStates: readonly CaseState[]): boolean {
  return caseStates.every((state) => wireStatuses(state).verificationStatus !== 'verified')
}
