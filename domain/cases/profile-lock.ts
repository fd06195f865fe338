import type { CaseState } from '#contract/verification/cases.ts'
import { wireStatuses } from './case-view.ts'

/** Whether people may edit their profile: until one of their verifications is approved (account-admin §4). */
export function canEditProfile(caseStates: readonly CaseState[]): boolean {
  return caseStates.every((state) => wireStatuses(state).verificationStatus !== 'verified')
}
