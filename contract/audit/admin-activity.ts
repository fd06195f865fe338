import { z } from 'zod'
import { OwnSession, SignInTry } from '#contract/account/account.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { FreeText, Moment, PageQuery, StorableText, UserId } from '#contract/fields.ts'

/** How someone signed in, as the activity page calls it. */
export const SIGN_IN_METHODS = [
  'auth provider',
  'direct login',
  'API',
  'auth bypass',
  'system',
  'OpenID Connect',
] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** One sign-in. */
export const SignIn = z.object({
  id: z.number(),
  user_id: z.number(),
  name: z.string().nullable(),
  /** As the identity provider had it at the time. */
  email: z.string().nullable(),
  login_timestamp: Moment,
  method: z.string(),
  ip: z.string().nullable(),
})
export type SignIn = z.infer<typeof SignIn>

/** A sign-in of one user, or a failed attempt, which has no address and no method. */
export const UserSignIn = SignIn.extend(SignInTry.shape)
export type UserSignIn = z.infer<typeof UserSignIn>

const SignIns = z.object({
  success: z.literal(true),
  data: z.array(SignIn),
  nextCursor: z.string().nullable(),
})

/** How often the page refreshes, in milliseconds (account-admin §9.1). */
export const ACTIVITY_REFRESH_MS = 300_000

export const listUserActivity = endpoint({
  method: 'GET',
  path: '/api/admin/user-activity',
  access: 'people.history',
  summary: 'Who signed in, newest first',
  query: PageQuery.extend({
    /** Part of the address. */
    email: FreeText(254).optional(),
    method: z.enum(SIGN_IN_METHODS).optional(),
  }),
  answer: SignIns,
  errors: ['VALIDATION_ERROR'],
})

export const listUserSignIns = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/sign-ins',
  access: 'people.history',
  summary: 'When one user signed in or someone tried to, newest first',
  params: z.object({ id: UserId }),
  query: PageQuery,
  answer: SignIns.extend({ data: z.array(UserSignIn) }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})

/** A session as an administrator sees it, without which one is the reader's own. */
export const UserSession = OwnSession.omit({ isCurrent: true })
export type UserSession = z.infer<typeof UserSession>

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  access: 'people.history',
  summary: 'Where one user is signed in, newest first',
  params: z.object({ id: UserId }),
  answer: z.object({
    sessions: z.array(UserSession),
    /** Whether the reader may end them; those of a super admin only a super admin may. */
    mayEnd: z.boolean(),
  }),
  errors: ['NOT_FOUND'],
})

/**
 * Ends all of them at once: someone who took over an account may hold several (security R10). Those of a super
 * admin only a super admin ends.
 */
export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  access: 'sessions.end',
  summary: 'Sign one user out everywhere',
  params: z.object({ id: UserId }),
  answer: z.object({ success: z.literal(true), ended: z.number() }),
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

export const endUserSession = endpoint({
  ...endUserSessions,
  path: '/api/admin/users/:id/sessions/:session',
  summary: 'End one session of a user',
  params: z.object({ id: UserId, session: StorableText(100) }),
})
