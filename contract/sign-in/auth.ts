import { z } from 'zod'
import { UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Moment, YesOrNo } from '#contract/fields.ts'
import { CAPABILITIES, ROLE_NAMES } from '#contract/roles.ts'
import { CaseKind, KycStatus, VerificationStatus } from '#contract/verification/cases.ts'

/** Sensitive actions need a sign-in within this many minutes (security R11). */
export const RECENT_SIGN_IN_MINUTES = 15

const SIGN_IN_LIMIT = { bucket: 'sign-in', max: 20, windowSeconds: 60 }

/** A summary of the KYC profile, as in the session and profile answers. */
export const KycProfileSummary = z.object({
  id: z.number(),
  verification_status: VerificationStatus,
  verified_at: Moment.nullable(),
  submitted: z.boolean(),
})

/** A summary of a user's company; null before its first submission. */
export const BusinessProfileSummary = z.object({
  id: z.number(),
  legal_name: z.string(),
  verification_status: VerificationStatus,
  cdd_status: KycStatus,
  submitted: z.boolean(),
})

/** The signed-in person, as `GET /api/auth/user` returns them. */
export const AuthUser = UserTypeFlags.extend({
  id: z.number(),
  auth0_id: z.string(),
  sub: z.string(),
  email: z.string().nullable(),
  auth0_email: z.string().nullable(),
  email_verified: z.boolean(),
  name: z.string().nullable(),
  nickname: z.string().nullable(),
  picture: z.string().nullable(),
  company: z.string().nullable(),
  is_admin: z.boolean(),
  is_super_admin: z.boolean(),
  /** Their roles, the highest first; the two flags above are the first two roles. */
  roles: z.array(z.enum(ROLE_NAMES)),
  /** What all their roles together let them do now as staff; empty for everyone else. */
  may: z.array(z.enum(CAPABILITIES)),
  /** Whether the provider's verified email is on a company domain, so that they see the staff dashboard. */
  is_staff: z.boolean(),
  /** Present only if a sign-in with a second factor would make them staff. */
  needs_second_factor: z.literal(true).optional(),
  /**
   * Present only for staff who must confirm their identity before they decide, export or open identity papers
   * (security R11).
   */
  needs_step_up: z.literal(true).optional(),
  user_type: z.string().nullable(),
  pending_user_type: z.string().nullable(),
  onboarding_completed: z.boolean(),
  last_login: Moment.nullable(),
  created_at: Moment,
  updated_at: Moment,
  kycProfile: KycProfileSummary.nullable(),
  businessProfile: BusinessProfileSummary.nullable(),
})
export type AuthUser = z.infer<typeof AuthUser>

/**
 * A visitor with an applicant session: the person onboarding in this browser until someone claims the application
 * (choices §2.4).
 */
export const Visitor = z.object({
  id: z.number(),
  auth0_id: z.string(),
  /** Proven with an emailed code. */
  email: z.string(),
  /** The kind of account the application is for, if known. */
  kind: CaseKind.nullable(),
  user_type: z.string().nullable(),
  pending_user_type: z.string().nullable(),
  /** When the application is deleted unless it is claimed. */
  expiresAt: Moment,
})
export type Visitor = z.infer<typeof Visitor>

export const getAuthUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'public',
  summary: 'Who is signed in, if anyone',
  answer: z.object({
    isAuthenticated: z.boolean(),
    user: AuthUser.nullable(),
    /** Present only if no one is signed in. */
    applicant: Visitor.nullable(),
    /** Someone is signed in, and a visitor's application waits in the same browser; its owner is not revealed. */
    waitingApplication: z.literal(true).optional(),
    /** Present only if someone is signed in: minutes without input after which the session ends. */
    idleMinutes: z.number().optional(),
  }),
  errors: [],
})

export const startSignIn = endpoint({
  method: 'GET',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Go to the identity provider to sign in',
  query: z.object({
    returnTo: z.string().max(2000).optional(),
    /** `signup` opens the provider's sign-up page, if it has one. */
    screen: z.enum(['signup', 'login']).optional(),
    /** Asks for the password again before a sensitive action (security R11). */
    reauth: YesOrNo.optional(),
    /** Asks for a second factor, which staff may need (security R21). */
    mfa: YesOrNo.optional(),
    /** The token of the invitation link that led here. */
    invitation: z.string().max(200).optional(),
  }),
  answer: 'redirect',
  errors: ['PROVIDER_FAILED', 'RATE_LIMITED'],
  limit: SIGN_IN_LIMIT,
})

export const startSignInAlias = endpoint({
  ...startSignIn,
  path: '/api/login',
  summary: 'Redirects to /api/auth/login with its query',
})

export const finishSignIn = endpoint({
  method: 'GET',
  path: '/api/auth/callback',
  access: 'public',
  summary: 'Where the identity provider sends the browser back',
  query: z.object({
    code: z.string().max(4000).optional(),
    state: z.string().max(400).optional(),
    iss: z.string().max(2000).optional(),
    session_state: z.string().max(2000).optional(),
    error: z.string().max(200).optional(),
    error_description: z.string().max(2000).optional(),
  }),
  answer: 'redirect',
  errors: ['VALIDATION_ERROR', 'PROVIDER_FAILED'],
})

export const signOut = endpoint({
  method: 'GET',
  path: '/api/auth/logout',
  access: 'public',
  summary: 'End the session here and at the identity provider',
  query: z.object({ returnTo: z.string().max(2000).optional() }),
  answer: 'redirect',
  errors: ['CSRF_REJECTED'],
})

/** The older profile call; the debug page calls it once per session. */
export const getAuthProfile = endpoint({
  method: 'GET',
  path: '/api/auth/profile',
  access: 'user',
  summary: 'The stored user, in the older shape',
  answer: z.object({
    user: AuthUser,
    dbUser: z.object({
      id: z.number(),
      email: z.string().nullable(),
      created_at: Moment,
      last_login: Moment.nullable(),
      auth0_id: z.string(),
      kycProfile: KycProfileSummary.nullable(),
    }),
  }),
  errors: [],
})
