import { verificationWord } from '#contract/verification-statuses.ts'

export type EditPermission = { can: true } | { can: false; why: 'verified'; message: string }

export const PROFILE_LOCKED_MESSAGE =
  'Your profile is verified and cannot be edited. Contact support for changes.'

/**
 * Whether someone may edit their profile: until the KYC or the business profile is verified (account-admin §4,
 * security R20). Takes the status of each in any spelling, absent where there is no such profile.
 */
export function canEditProfile(statuses: { kyc?: string | null; business?: string | null }): EditPermission {
  const isVerified = [statuses.kyc, statuses.business].some(
    (status) => verificationWord(status) === 'approved',
  )
  return isVerified ? { can: false, why: 'verified', message: PROFILE_LOCKED_MESSAGE } : { can: true }
}
