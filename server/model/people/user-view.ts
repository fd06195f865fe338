import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import type { AuthUser, BusinessProfileSummary, KycProfileSummary, Visitor } from '#contract/sign-in/auth.ts'
import { CaseKind, CaseState } from '#contract/verification/cases.ts'
import { isSubmitted, wireStatuses } from '#domain/cases/case-view.ts'
import { rolesOf } from '#domain/roles/held-roles.ts'
import { type Caller, isStaff, staffMay } from '#server/model/access/caller.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'

/** The six flags as stored, in the wire's snake_case. */
export function flagsOf(
  user: Pick<Caller, 'isTrader' | 'isInvestor' | 'isSeller' | 'isDeveloper' | 'isBuyer' | 'isCorporate'>,
): UserTypeFlags {
  return {
    is_trader: user.isTrader,
    is_investor: user.isInvestor,
    is_seller: user.isSeller,
    is_developer: user.isDeveloper,
    is_buyer: user.isBuyer,
    is_corporate: user.isCorporate,
  }
}

/** The signed-in person for session answers; nothing internal leaves the server (security R16). */
export function authUserOf(caller: Caller, companyDomains: string[]): AuthUser {
  return {
    ...flagsOf(caller),
    id: caller.userId,
    auth0_id: caller.auth0Id,
    sub: caller.auth0Id,
    email: caller.email,
    auth0_email: caller.auth0Email,
    email_verified: caller.emailVerified,
    name: caller.name,
    nickname: caller.nickname,
    picture: caller.picture,
    company: caller.company,
    is_admin: caller.isAdmin,
    is_super_admin: caller.isSuperAdmin,
    roles: rolesOf(caller),
    may: staffMay(caller, companyDomains),
    is_staff: isStaff(caller, companyDomains) && !caller.needsSecondFactor,
    ...(caller.needsSecondFactor &&
      isStaff(caller, companyDomains) && { needs_second_factor: true as const }),
    ...(caller.needsStepUp && isStaff(caller, companyDomains) && { needs_step_up: true as const }),
    user_type: caller.userType,
    pending_user_type: caller.pendingUserType,
    onboarding_completed: caller.onboardingCompletedAt !== null,
    last_login: caller.lastLogin?.toISOString() ?? null,
    created_at: caller.createdAt.toISOString(),
    updated_at: caller.updatedAt.toISOString(),
    kycProfile: kycSummaryOf(caller.consumerCase),
    businessProfile: businessSummaryOf(caller.businessCase),
  }
}

/** The visitor whose application the caller has open; null for everyone else. */
export function visitorView(caller: Caller | undefined): Visitor | null {
  if (!caller?.application) return null
  return {
    id: caller.userId,
    auth0_id: caller.auth0Id,
    email: caller.application.email,
    kind: CaseKind.nullable().parse(caller.application.kind),
    user_type: caller.userType,
    pending_user_type: caller.pendingUserType,
    expiresAt: caller.application.expiresAt.toISOString(),
  }
}

/** A summary of the KYC profile; null before the first submission. */
export function kycSummaryOf(stored: Caller['consumerCase']): z.infer<typeof KycProfileSummary> | null {
  if (!stored?.profileId) return null
  const state = CaseState.parse(stored.state)
  const { verificationStatus } = wireStatuses(state)
  return {
    id: stored.profileId,
    verification_status: verificationStatus,
    verified_at: verificationStatus === 'verified' ? (stored.decidedAt?.toISOString() ?? null) : null,
    submitted: isSubmitted(state),
  }
}

/** A summary of the company; null before its first submission. */
export function businessSummaryOf(
  stored: Caller['businessCase'],
): z.infer<typeof BusinessProfileSummary> | null {
  if (!stored?.profileId) return null
  const state = CaseState.parse(stored.state)
  const { kycStatus, verificationStatus } = wireStatuses(state)
  return {
    id: stored.profileId,
    legal_name: stored.legalName ?? '',
    verification_status: verificationStatus,
    cdd_status: kycStatus,
    submitted: isSubmitted(state),
  }
}

/** Whether someone is verified: by their own case, or by their company's (account-admin §4.2). */
export function isVerified(user: Pick<AuthUser, 'kycProfile' | 'businessProfile'>): boolean {
  return [user.kycProfile, user.businessProfile].some(
    (profile) => profile?.verification_status === 'verified',
  )
}

/**
 * The user with this id. Throws NOT_FOUND, also for a visitor whose application is unclaimed (onboarding, How long
 * it is kept).
 */
export async function requireUser(db: Db, id: number): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user || user.issuer === APPLICANT_ISSUER) throw new AppError('NOT_FOUND', 'There is no such user.')
  return user
}
