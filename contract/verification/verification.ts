import { z } from 'zod'
import { UserFlags } from '#contract/account/user-type-schemas.ts'
import { Certification } from '#contract/certifications/certifications.ts'
import { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import { DocType } from '#contract/documents/document-schemas.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, Reason, UserId } from '#contract/fields.ts'
import { DECISION_ERRORS, ReviewCase } from '#contract/review/admin-cases.ts'
import { type ID_REMINDER_DAYS, REASON_TEXT_MAX } from './case-limits.ts'
import { CaseKind, CaseState, KycStatus, VerificationStatus } from './cases.ts'
import { Home, StepLine } from './leaf.ts'
import { AccountStanding } from './standing.ts'

/** Confirms the approved details, with new documents if any expired; those go to a reviewer. */
export const confirmDetails = endpoint({
  method: 'POST',
  path: '/api/onboarding/consumer/confirm',
  access: 'user',
  summary: 'Confirm that the signed-in user’s verified details are still correct',
  body: z.object({
    unchanged: z.literal(true, 'Confirm that your details are still correct'),
    /** The kind of ID, as before unless given. */
    docType: DocType.optional(),
  }),
  answer: z.object({ success: z.literal(true), state: CaseState }),
  errors: ['INVALID_STATE', 'NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

/** Asks a verified person to confirm their details once more, for a reason that only staff see. */
export const askToConfirm = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/kyc-reverification',
  access: 'cases.lead',
  summary: 'Ask a verified user to confirm their details again',
  params: z.object({ id: UserId }),
  body: z.object({
    version: z.number().int().min(0),
    note: Reason(REASON_TEXT_MAX, 'Write why you ask'),
  }),
  answer: z.object({ success: z.literal(true), case: ReviewCase }),
  errors: DECISION_ERRORS,
  limit: MUTATION_LIMIT,
})

const Progress = z.object({
  submitted: z.boolean(),
  verification_status: VerificationStatus,
  submittedAt: Moment.nullable(),
  dueAt: Moment.nullable(),
})

/** The data of the verification page. */
export const getVerificationStatus = endpoint({
  method: 'GET',
  path: '/api/verification/status',
  access: 'user',
  summary: 'How far the signed-in user’s verification is',
  answer: z.object({
    certifications: z.array(Certification),
    userFlags: UserFlags,
    userType: z.string().nullable(),
    pendingUserType: z.string().nullable(),
    riskDisclosureAccepted: z.boolean(),
    /** The investor statement in force, or the last one, to tell whether to renew it (choices §4.3). */
    investorStatement: z
      .object({
        id: z.number(),
        category: InvestorCategory,
        standing: z.enum(['valid', 'ends_soon', 'expired']),
        expiresAt: Moment,
        daysLeft: z.number(),
      })
      .nullable(),
    kycVerified: z.boolean(),
    kycProfile: Progress.extend({ kyc_status: KycStatus }).nullable(),
    /** The same for the company; null if none was started. */
    businessProfile: Progress.extend({ cdd_status: KycStatus }).nullable(),
    /** The state of the identity step, from whichever of the two the account uses. */
    identity: z.enum(['required', 'pending', 'completed']),
    /** All of it as text, as every page shows it. */
    standing: AccountStanding,
  }),
  errors: [],
})

/** The home page: the signed-in user's standing, their leaf, and what to do next (design §11.4). */
export const getHome = endpoint({
  method: 'GET',
  path: '/api/home',
  access: 'user',
  summary: 'Where the signed-in user stands, line by line, and what to do next',
  answer: Home,
  errors: [],
})

/**
 * Returns the lines of one of the caller's verifications for the steps of its onboarding; null once it is
 * rejected.
 */
export const getOwnLines = endpoint({
  method: 'GET',
  path: '/api/onboarding/lines',
  access: 'applicant',
  summary: 'How each line of the caller’s own verification stands',
  query: z.object({ kind: CaseKind }),
  answer: z.object({ lines: z.array(StepLine).nullable() }),
  errors: [],
})

/** Stores that the signed-in user has seen their approvals, so that their leaf turns green only once. */
export const markApprovalShown = endpoint({
  method: 'PUT',
  path: '/api/home/approval-shown',
  access: 'user',
  summary: 'Note that the signed-in user has seen their approval',
  answer: z.object({ success: z.literal(true) }),
  errors: [],
  limit: MUTATION_LIMIT,
})

export type IdReminderDay = (typeof ID_REMINDER_DAYS)[number]
