import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Email, FullName, Moment, PageQuery, StorableText, UserId, YesOrNo } from '#contract/fields.ts'

/** Changes to one person's system email per hour (security R54). */
export const EMAIL_CHANGE_LIMIT = { bucket: 'email-change', max: 5, windowSeconds: 3600 }
/** How long a link that confirms a system email is valid, in hours. */
export const EMAIL_LINK_HOURS = 24
/** The refusal of an address that another account uses (account-admin §8.1). */
export const EMAIL_IN_USE = 'This email is already in use by another account'
/** The refusal of changes to a verified profile (account-admin §2.5). */
export const PROFILE_VERIFIED = 'Your profile is verified and cannot be edited. Contact support for changes.'
/** The refusal of a name that a verified account is given for the first time (account-admin §2.5). */
export const NAME_UNKNOWN = 'Enter your name as it is in the verification, or contact support'

const Company = StorableText(200).transform((value) => value.replace(/\s+/g, ' ').trim())
/** An empty or blank name or company clears it; an absent one leaves it unchanged. */
const orCleared = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && !value.trim() ? null : value), schema.nullish())

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/user/update-profile',
  access: 'user',
  summary: 'Change the signed-in user’s system email, name and company',
  body: z.object({
    userId: UserId.optional(),
    auth0Id: z.string().max(400).optional(),
    email: orCleared(Email),
    name: orCleared(FullName),
    company: orCleared(Company),
  }),
  answer: z.object({ success: z.literal(true), message: z.string() }),
  errors: ['FORBIDDEN', 'PROFILE_LOCKED', 'DUPLICATE_ENTRY', 'REAUTH_REQUIRED', 'RATE_LIMITED'],
  limit: MUTATION_LIMIT,
})

export const getNeedsEmail = endpoint({
  method: 'GET',
  path: '/api/user/needs-email',
  access: 'user',
  summary: 'Whether the signed-in user has no system email yet',
  answer: z.object({ needsEmail: z.boolean() }),
  errors: [],
})

/** Replacing an address needs a recent sign-in; a first one does not (security R11, R55). */
export const updateEmail = endpoint({
  method: 'POST',
  path: '/api/user/update-email',
  access: 'user',
  summary: 'Set the signed-in user’s system email; a link to it confirms it',
  body: z.object({ email: Email }),
  answer: z.object({ success: z.literal(true), email: z.string(), confirmed: z.boolean() }),
  errors: ['PROFILE_LOCKED', 'DUPLICATE_ENTRY', 'REAUTH_REQUIRED', 'RATE_LIMITED'],
  limit: MUTATION_LIMIT,
})

/** The link in the mail opens a page with a button, because following it alone must change nothing (security R26). */
export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/user/confirm-email',
  access: 'user',
  summary: 'Confirm the signed-in user’s system email by the token of its link',
  body: z.object({ token: z.string().min(20).max(100) }),
  answer: z.object({ success: z.literal(true), email: z.string() }),
  errors: ['NOT_FOUND'],
  limit: { bucket: 'confirm-email', max: 20, windowSeconds: 600 },
})

export const OwnSession = z.object({
  id: z.string(),
  startedAt: Moment,
  lastSeenAt: Moment,
  /** Browser and operating system, such as "Firefox on Windows". */
  device: z.string(),
  ip: z.string().nullable(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  access: 'user',
  summary: 'Where the signed-in user is signed in, newest first',
  answer: z.object({ sessions: z.array(OwnSession) }),
  errors: [],
})

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:id',
  access: 'user',
  summary: 'Sign one of the signed-in user’s sessions out',
  params: z.object({ id: StorableText(100) }),
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

export const endOwnSessions = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions',
  access: 'user',
  summary: 'Sign out everywhere, this session included; with ?others only elsewhere',
  query: z.object({ others: YesOrNo.optional() }),
  answer: z.object({ success: z.literal(true), ended: z.number() }),
  errors: [],
  limit: MUTATION_LIMIT,
})

/** Why a sign-in failed: a wrong password, a wrong code after it, or the identity provider. */
export const SignInProblem = z.enum(['password', 'code', 'provider'])
export type SignInProblem = z.infer<typeof SignInProblem>

/** A sign-in or a failed attempt. */
export const SignInTry = z.object({
  id: z.number(),
  login_timestamp: Moment,
  /** Browser and operating system; null if not stored. */
  device: z.string().nullable(),
  ip: z.string().nullable(),
  /** Null if it succeeded. */
  problem: SignInProblem.nullable(),
})
export type SignInTry = z.infer<typeof SignInTry>

export const listOwnSignIns = endpoint({
  method: 'GET',
  path: '/api/user/sign-ins',
  access: 'user',
  summary: 'When the signed-in user signed in or someone tried to, newest first',
  query: PageQuery,
  answer: z.object({ data: z.array(SignInTry), nextCursor: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})
