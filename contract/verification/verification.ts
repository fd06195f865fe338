import { z } from 'zod'
import { UserFlags } from '#contract/account/user-types.ts'
import { Certification } from '#contract/certifications/certifications.ts'
import { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Moment } from '#contract/fields.ts'
import { KycStatus, VerificationStatus } from './cases.ts'
import { Home } from './leaf.ts'
import { AccountStanding } from './standing.ts'

const Progress = z.object({
  submitted: z.boolean(),
  verification_status: VerificationStatus,
  submittedAt: Moment.nullable(),
  dueAt: Moment.nullable(),
})

/** What the verification page reads (onboarding §3, Verification status response). */
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
    /** The investor statement that counts, or counted last: whether to renew it (choices §4). */
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
    /** The same for the company; null where none was started. */
    businessProfile: Progress.extend({ cdd_status: KycStatus }).nullable(),
    /** The step of the identity check, by whichever of the two the account uses. */
    identity: z.enum(['required', 'pending', 'completed']),
    /** All of it in words, as every page says it. */
    standing: AccountStanding,
  }),
  errors: [],
})

/** The home page: where the signed-in user stands, their leaf, and what to do next (design §11). */
export const getHome = endpoint({
  method: 'GET',
  path: '/api/home',
  access: 'user',
  summary: 'Where the signed-in user stands, line by line, and what to do next',
  answer: Home,
  errors: [],
})
