import type { Access } from '#contract/endpoint.ts'
import type { Capability } from '#contract/roles.ts'
import { RECENT_SIGN_IN_MINUTES } from '#contract/sign-in/auth.ts'
import { capabilitiesOf, type HeldRoles, hasRole, rolesOf } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/platform/http/app-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, identified by the session cookie alone; undefined until the access guard has looked. */
    caller: Caller | undefined
  }
}

/**
 * The caller, as the session query reads them: a signed-in person, or a visitor with an applicant session.
 * Every decision about identity starts here.
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
  /** Further roles by name. */
  roles: string[]
  onboardingCompletedAt: Date | null
  lastLogin: Date | null
  createdAt: Date
  updatedAt: Date
  tokenHash: string
  authTime: Date
  /** Whether the session's sign-in had a second factor. */
  hasSecondFactor: boolean
  /** Staff rights require a sign-in with a second factor, which this session's wasn't (security R21). */
  needsSecondFactor: boolean
  /**
   * Staff need a second factor, and this sign-in is too old for decisions, exports and identity papers
   * (security R11).
   */
  needsStepUp: boolean
  /** The stored states of the person's cases; null where none is started. */
  consumerCase: { profileId: number | null; state: string; decidedAt: Date | null } | null
  businessCase: { profileId: number | null; legalName: string | null; state: string } | null
  /** A visitor's application, opened by their cookie. Null for everyone who is signed in. */
  application: { email: string; isProven: boolean; expiresAt: Date; kind: string | null } | null
}

/** Whether the provider's verified email is on a company domain; never the editable system email (choices §2.5). */
export function isStaff(
  caller: Pick<Caller, 'auth0Email' | 'emailVerified'>,
  companyDomains: string[],
): boolean {
  if (!caller.emailVerified || !caller.auth0Email) return false
  const domain = caller.auth0Email.slice(caller.auth0Email.lastIndexOf('@') + 1).toLowerCase()
  return companyDomains.includes(domain)
}

/** How long a session of this person lasts without activity (security R7). */
export function idleMinutesOf(held: HeldRoles, limits: Config['sessions']): number {
  return hasRole(held) ? limits.adminIdleMinutes : limits.idleMinutes
}

type StaffCaller = Pick<Caller, 'auth0Email' | 'emailVerified' | 'needsSecondFactor'> & HeldRoles

/**
 * Returns what someone may do as staff now: nothing without a verified company address or while they need a
 * second factor (security R21).
 */
export function staffMay(caller: StaffCaller, companyDomains: string[]): Capability[] {
  if (caller.needsSecondFactor || !isStaff(caller, companyDomains)) return []
  return capabilitiesOf(rolesOf(caller))
}

/** The one place that decides whether a caller may call an endpoint with this access (security R13, R21). */
export function mayCall(access: Access, caller: Caller | undefined, companyDomains: string[]): boolean {
  if (access === 'public') return true
  if (access === 'applicant') return caller !== undefined
  if (!caller || caller.application) return false
  return access === 'user' || staffMay(caller, companyDomains).includes(access)
}

/** Whether the person signed in a short while ago. */
export function isRecentSignIn(caller: Pick<Caller, 'authTime'>, now: Date): boolean {
  return now.getTime() - caller.authTime.getTime() <= RECENT_SIGN_IN_MINUTES * 60_000
}

/** Throws REAUTH_REQUIRED unless the person signed in a short while ago (security R11). */
export function requireRecentSignIn(caller: Pick<Caller, 'authTime'>, now: Date): void {
  if (!isRecentSignIn(caller, now)) throw signInAgain()
}

/** The same for staff if they need a second factor; otherwise the age of the sign-in doesn't matter here. */
export function requireStepUp({ needsStepUp }: Pick<Caller, 'needsStepUp'>): void {
  if (needsStepUp) throw signInAgain()
}

function signInAgain(): AppError {
  return new AppError('REAUTH_REQUIRED', 'Sign in again to confirm that it is you.')
}
