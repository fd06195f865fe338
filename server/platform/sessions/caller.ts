import type { Access } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'

/**
 * Who calls, as the session query reads them: a signed-in person, or a visitor with an applicant session. Every decision
 * about identity starts here.
 */
export interface Caller {
  userId: number
  issuer: string
  auth0Id: string
  auth0Email: string | null
  emailVerified: boolean
  email: string | null
  name: string | null
  nickname: string | null
  picture: string | null
  company: string | null
  userType: string | null
  pendingUserType: string | null
  investorCategory: string | null
  isTrader: boolean
  isInvestor: boolean
  isSeller: boolean
  isDeveloper: boolean
  isBuyer: boolean
  isCorporate: boolean
  isAdmin: boolean
  isSuperAdmin: boolean
  onboardingCompletedAt: Date | null
  lastLogin: Date | null
  createdAt: Date
  updatedAt: Date
  tokenHash: string
  authTime: Date
  /** Whether the session's sign-in had a second factor. */
  hasSecondFactor: boolean
  /** Staff rights wait for a sign-in with a second factor, which this session is not (security R21). */
  needsSecondFactor: boolean
  /** Staff need a second factor, and this sign-in is too old for decisions, exports and identity papers (security R11). */
  needsStepUp: boolean
  /** The stored states of the person's cases, absent where none is started. */
  consumerCase: { profileId: number | null; state: string; decidedAt: Date | null } | null
  businessCase: { profileId: number | null; legalName: string | null; state: string } | null
  /** Of a visitor: the application that their cookie holds. Null for everyone who is signed in. */
  application: { email: string; isProven: boolean; expiresAt: Date; kind: string | null } | null
}

/** Whether the provider's verified email is on a company domain (choices §2: never the editable system email). */
export function isStaff(
  caller: Pick<Caller, 'auth0Email' | 'emailVerified'>,
  companyDomains: string[],
): boolean {
  if (!caller.emailVerified || !caller.auth0Email) return false
  const domain = caller.auth0Email.slice(caller.auth0Email.lastIndexOf('@') + 1).toLowerCase()
  return companyDomains.includes(domain)
}

/** How long a session of this person lasts without input (security R7). */
export function idleMinutesOf(
  { isAdmin, isSuperAdmin }: Pick<Caller, 'isAdmin' | 'isSuperAdmin'>,
  limits: Config['sessions'],
): number {
  return isAdmin || isSuperAdmin ? limits.adminIdleMinutes : limits.idleMinutes
}

/** The one place that says which level of access a caller holds (security R13, R21). */
export function mayCall(access: Access, caller: Caller | undefined, companyDomains: string[]): boolean {
  if (access === 'public') return true
  if (access === 'applicant') return caller !== undefined
  if (!caller || caller.application) return false
  if (access !== 'user' && caller.needsSecondFactor) return false
  switch (access) {
    case 'user':
      return true
    case 'staff':
      return isStaff(caller, companyDomains)
    case 'admin':
      return (caller.isAdmin || caller.isSuperAdmin) && isStaff(caller, companyDomains)
    case 'superAdmin':
      return caller.isSuperAdmin && isStaff(caller, companyDomains)
    default:
      return access satisfies never
  }
}
