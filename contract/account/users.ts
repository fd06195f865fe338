import { z } from 'zod'
import { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Email, Moment, NAME_MAX, OneLine, UserId } from '#contract/fields.ts'
import { AuthUser } from '#contract/sign-in/auth.ts'
import { UserType, UserTypeFlags } from './user-type-schemas.ts'

/** The user with everything the account pages show. */
export const UserProfile = AuthUser.omit({ may: true }).extend({
  is_verified: z.boolean(),
  /** Whether mail goes to the system email: its link was followed, or the provider verified it (choices §2.6). */
  email_confirmed: z.boolean(),
  /** Where mail goes: the address confirmed last; null if none has been. */
  mail_address: z.string().nullable(),
  /** When an email to the system email last bounced; null if none has since it was confirmed. */
  email_bounced_at: Moment.nullable(),
  /** When the answer to a request to delete account and data is due; null if none is open (security R58). */
  erasure_due_at: Moment.nullable(),
  admin_role_assigned_at: Moment.nullable(),
  admin_role_assigned_by: z.string().nullable(),
})

export const getUserProfile = endpoint({
  method: 'GET',
  path: '/api/user/profile',
  access: 'user',
  summary: 'The profile of the signed-in user',
  answer: UserProfile,
  errors: ['NOT_FOUND'],
})

/** Identity comes from the verified sign-in; a mismatching `auth0Id` is refused (security A04). */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/user/create',
  access: 'user',
  summary: 'Make sure that the signed-in person has a user record',
  // As the provider has it, which people can’t change here.
  body: z.object({ auth0Id: z.string().max(400), email: Email.nullish(), name: OneLine(NAME_MAX).nullish() }),
  answer: z.object({ created: z.boolean(), user: z.object({ id: z.number() }), message: z.string() }),
  errors: ['FORBIDDEN'],
  limit: MUTATION_LIMIT,
})

export const getUserByAuth0Id = endpoint({
  method: 'GET',
  path: '/api/users/get-by-auth0-id',
  access: 'user',
  summary: 'The database user of a provider id; only one’s own',
  query: z.object({ auth0_id: z.string().min(1).max(400) }),
  answer: z.object({
    user: z.object({
      id: z.number(),
      auth0_id: z.string(),
      email: z.string().nullable(),
      name: z.string().nullable(),
    }),
  }),
  errors: ['FORBIDDEN'],
})

const UpdateTypeBody = UserTypeFlags.partial().extend({
  userId: UserId.optional(),
  user_type: UserType,
  /** Honoured only while onboarding is open according to the server's own data (choices §4.1). */
  skipCertificationCheck: z.boolean().optional(),
})

export const UserTypeAnswer = z.object({
  success: z.literal(true),
  user_type: UserType.nullable(),
  /** A trader or investor choice that waits for its certification. */
  pending_user_type: UserType.nullable(),
  flags: UserTypeFlags,
})

export const updateUserType = endpoint({
  method: 'POST',
  path: '/api/users/update-type',
  access: 'applicant',
  summary: 'Choose what the user wants to do',
  body: UpdateTypeBody,
  answer: UserTypeAnswer,
  errors: ['FORBIDDEN', 'CERTIFICATION_REQUIRED'],
  limit: MUTATION_LIMIT,
})

export const updateUserTypeAlias = endpoint({ ...updateUserType, path: '/api/users/update-user-type' })

/** Puts a category into force if a current statement for it exists (onboarding §7.2). */
export const updateInvestorType = endpoint({
  method: 'POST',
  path: '/api/users/update-investor-type',
  access: 'user',
  summary: 'Choose the investor category in force among those certified',
  body: z.object({
    userId: UserId.optional(),
    investorCategory: InvestorCategory,
    /** Accepted for compatibility: the category in force is always replaced, a statement never. */
    overwrite_existing: z.boolean().optional(),
  }),
  answer: UserTypeAnswer.extend({ investor_category: InvestorCategory }),
  errors: ['FORBIDDEN', 'CERTIFICATION_REQUIRED'],
  limit: MUTATION_LIMIT,
})

export const getUserType = endpoint({
  method: 'GET',
  path: '/api/user/type',
  access: 'user',
  summary: 'The user-type flags, for clients that do not have the verification status',
  answer: UserTypeFlags.extend({ user_type: z.string().nullable(), risk_disclosure_accepted: z.boolean() }),
  errors: [],
})
