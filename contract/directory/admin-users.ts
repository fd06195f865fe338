import { z } from 'zod'
import { ShownEmail } from '#contract/account/shown-email.ts'
import { UserProfile } from '#contract/account/users.ts'
import { Certification } from '#contract/certifications/certifications.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FreeText, Moment, PageQuery, UserId } from '#contract/fields.ts'
import { BusinessProfile } from '#contract/onboarding/business.ts'
import { KycProfile } from '#contract/onboarding/onboarding.ts'
import { UserHold } from '#contract/privacy/privacy-admin.ts'
import { FUNNEL_STEPS } from '#contract/review/funnel-steps.ts'
import { isDaysText } from '#contract/review/queue-filters.ts'
import { ROLE_NAMES } from '#contract/roles.ts'
import { USER_STANDINGS } from '#contract/verification/case-states.ts'
import { ApprovalBasis, CaseState } from '#contract/verification/cases.ts'
import { LeafState } from '#contract/verification/leaf.ts'

/** One row of the user table. */
export const AdminUserRow = z.object({
  id: z.number(),
  name: z.string().nullable(),
  ...ShownEmail.shape,
  user_type: z.string().nullable(),
  pending_user_type: z.string().nullable(),
  is_verified: z.boolean(),
  kyc_status: z.string().nullable(),
  /** The company's status; null if none was started. */
  cdd_status: z.string().nullable(),
  /** The states of their two cases; null if there is none. */
  individual_state: CaseState.nullable(),
  business_state: CaseState.nullable(),
  /** What each approval rests on, while it is in force; null for readers who may not read the queue. */
  individual_approval: ApprovalBasis.nullable(),
  business_approval: ApprovalBasis.nullable(),
  /**
   * The state of each line of their leaves; empty for readers who may not read the queue, and for the reader's own
   * cases.
   */
  individual_lines: z.array(LeafState),
  business_lines: z.array(LeafState),
  /** Whether the account is erased; only what the law requires is retained. */
  is_erased: z.boolean(),
  /** Whether they are locked out until support restores the account. */
  is_suspended: z.boolean(),
  /** The company's name, if they applied for one. */
  legal_name: z.string().nullable(),
  created_at: Moment,
})
export type AdminUserRow = z.infer<typeof AdminUserRow>

/** How far a search counts; beyond it the answer says "more than" (performance P7). */
export const COUNT_CAP = 1000

export const AdminUserSort = z.enum(['created', 'name'])

/** A verification's state, or `none`. */
export const UserStanding = z.enum(USER_STANDINGS)
export type UserStanding = z.infer<typeof UserStanding>

/** Filters of the list of users. */
export const UserFilters = z.object({
  /** Words of a name, company or address, or a phone, account or company number; in any order. */
  q: FreeText(200).optional(),
  email: FreeText(254).optional(),
  name: FreeText(200).optional(),
  individual: UserStanding.optional(),
  business: UserStanding.optional(),
  /** Includes erased accounts whose data is retained; super admins only. */
  erased: z.literal('include').optional(),
  /** Only customers whose account was opened on these London days: the list behind a sign-ups figure. */
  joined: z.string().refine(isDaysText, 'Enter two real dates').optional(),
  /**
   * Only people who started in the days of the staff home’s figures and reached this step, or got to the one
   * before it and no further, by what became of them (account-admin, From start to verified).
   */
  came: z.enum(FUNNEL_STEPS).optional(),
  waits: z.enum(FUNNEL_STEPS).optional(),
  theirs: z.enum(FUNNEL_STEPS).optional(),
  rejected: z.enum(FUNNEL_STEPS).optional(),
  left: z.enum(FUNNEL_STEPS).optional(),
})
export type UserFilters = z.infer<typeof UserFilters>

const UserOrder = z.object({
  sort: AdminUserSort.default('created'),
  order: z.enum(['asc', 'desc']).optional(),
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'people.find',
  summary: 'Search users by any word or number, by email and name, and by how their verification stands',
  query: PageQuery.extend(UserFilters.shape).extend(UserOrder.shape),
  answer: z.object({
    success: z.literal(true),
    /** All matching users, up to COUNT_CAP. */
    count: z.number(),
    countIsCapped: z.boolean(),
    /** Whether nothing matched `q` exactly and these are one letter off. */
    isNear: z.boolean(),
    /** For a funnel figure: how many people it counts who have no account, or no longer have one. */
    unlisted: z.number(),
    data: z.array(AdminUserRow),
    nextCursor: z.string().nullable(),
  }),
  errors: ['VALIDATION_ERROR', 'FORBIDDEN'],
})

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export.csv',
  access: 'people.export',
  stepUp: true,
  summary: 'The users that match as CSV, in the order of the list; the export is recorded',
  query: UserFilters.extend(UserOrder.shape),
  answer: { file: ['text/csv'] },
  errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'RATE_LIMITED', 'REAUTH_REQUIRED'],
  limit: { bucket: 'users-export', max: 20, windowSeconds: 3600 },
})

/** A mail that could not be delivered; shown to staff only (cases, Undelivered mail). */
export const UndeliveredMail = z.object({
  id: z.number(),
  kind: z.string(),
  subject: z.string(),
  to: z.string(),
  /** What the mail server said. */
  reason: z.string().nullable(),
  at: Moment,
})
export type UndeliveredMail = z.infer<typeof UndeliveredMail>

/** Days for which a failed mail is shown. */
export const UNDELIVERED_DAYS = 90

export const AdminUserDetail = UserProfile.extend({
  kyc_profile: KycProfile.nullable(),
  business_profile: BusinessProfile.nullable(),
  /** Everything they have accepted and signed, including earlier versions, newest first. */
  certifications: z.array(Certification),
  /** From the last UNDELIVERED_DAYS, newest first. */
  undelivered_mails: z.array(UndeliveredMail),
  /** Their roles, the highest first. */
  roles: z.array(z.enum(ROLE_NAMES)),
  /** Whether a role has any effect: the email is verified and on a company domain. */
  is_role_in_force: z.boolean(),
  /** The legal hold that blocks any deletion; also null for administrators looking at themselves (law §3.1). */
  legal_hold: UserHold.nullable(),
  is_suspended: z.boolean(),
  /** Whether the account is erased; only what the law requires is retained. */
  is_erased: z.boolean(),
})
export type AdminUserDetail = z.infer<typeof AdminUserDetail>

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  access: 'people.read',
  summary: 'One user with the verification data; the reading is recorded',
  params: z.object({ id: UserId }),
  answer: z.object({ success: z.literal(true), data: AdminUserDetail }),
  errors: ['NOT_FOUND'],
})
