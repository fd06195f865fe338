import { z } from 'zod'
import { UserType } from '#contract/account/user-type-schemas.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import {
  DateText,
  FreeText,
  FullName,
  Moment,
  OwnPath,
  StorableText,
  UserId,
  YesOrNo,
} from '#contract/fields.ts'
import { HnwAnswers, RestrictedAnswers, SophisticatedAnswers } from './investor-answers.ts'
import {
  INVESTOR_CERTIFICATION_NAMES,
  INVESTOR_CERTIFICATION_TYPE,
  InvestorCategory,
  InvestorCertificationName,
  InvestorRules,
} from './investor-rules.ts'
import { RISK_DISCLOSURE } from './risk-disclosure.ts'

export const USER_TYPE_SELECTION = 'user_type_selection'
/** Requests any investor statement, whatever its category (onboarding §4.5). */
export const TRADER_CERTIFICATION = 'trader_certification'

export const Certification = z.object({
  id: z.number(),
  certification_name: z.string(),
  certification_type: z.string(),
  acknowledged_at: Moment,
  /** Whether the page sent the text it showed and that text was in force; null if there is no text to read. */
  text_confirmed: z.boolean().nullable(),
  expires_at: Moment.nullable(),
  /** `superseded`: replaced by a newer one of the same name; `expired`: past its end. */
  status: z.enum(['current', 'superseded', 'expired']),
  /** Whether a current statement is in its last 30 days and should be renewed (choices §4.3). */
  ends_soon: z.boolean(),
  /** Null unless it is an investor statement. */
  investor_category: InvestorCategory.nullable(),
  /** Where to read an investor statement as a PDF. */
  statement_url: z.string().nullable(),
})
export type Certification = z.infer<typeof Certification>

export const CertificationName = z.enum([
  RISK_DISCLOSURE.name,
  RISK_DISCLOSURE.alias,
  USER_TYPE_SELECTION,
  TRADER_CERTIFICATION,
  ...InvestorCertificationName.options,
])

export const checkCertification = endpoint({
  method: 'GET',
  path: '/api/certifications/check',
  access: 'applicant',
  summary: 'Whether the caller has accepted a text, or holds a statement that has not expired',
  query: z.object({ name: CertificationName, userId: UserId.optional() }),
  answer: z.object({ hasAccepted: z.boolean() }),
  errors: ['FORBIDDEN'],
})

/** The text that was shown to the person who accepts it. */
export const ShownText = z.object({
  version: StorableText(100),
  /** SHA-256 of the whole text as plain lines. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Send the hash as 64 hexadecimal digits'),
})
export type ShownText = z.infer<typeof ShownText>

/**
 * Fetched by the page that shows the text, so that a page loaded before a deploy cannot show an old one unnoticed.
 */
export const getRiskDisclosure = endpoint({
  method: 'GET',
  path: '/api/certifications/risk-disclosure',
  access: 'public',
  summary: 'The risk disclosure in force, with the version and hash that an acceptance sends back',
  answer: z.object({
    version: z.string(),
    sha256: z.string(),
    title: z.string(),
    sections: z
      .array(z.object({ heading: z.string(), paragraphs: z.array(z.string()).readonly() }))
      .readonly(),
  }),
  errors: [],
})

const Acceptance = z.object({
  userId: UserId.optional(),
  /** The page of ours on which it was signed. */
  reference_url: OwnPath.optional(),
  /** The text the person read; compared with the server's own text, never stored instead of it. */
  certification_text: FreeText(50_000).optional(),
  overwrite_existing: z.boolean().optional(),
})

const RiskAcceptance = Acceptance.extend({
  certification_type: z.literal(RISK_DISCLOSURE.type),
  certification_name: z.enum([RISK_DISCLOSURE.name, RISK_DISCLOSURE.alias]),
  /** The text that was shown. Refused if it is not in force; without it the acceptance counts as unconfirmed. */
  text_shown: ShownText.optional(),
  additional_data: z
    .object({ timestamp: StorableText(40).optional(), source: StorableText(100).optional() })
    .optional(),
})

const Statement = z.object({
  fullName: FullName,
  /** The London day of signing, or a moment on it; the server's own day is what counts (security R18). */
  certificationDate: z.union([DateText, z.iso.datetime({ offset: true })], 'Enter a date').optional(),
  /** The version of the rules that the person read, if the text itself is not sent. */
  rulesVersion: StorableText(100).optional(),
  acknowledgedRisk: z.literal(true, 'Confirm that you have read and understood the risk warning'),
  acknowledgedStatement: z.literal(true, 'Confirm that you have read the statement and that it is true'),
  fromOnboardingFlow: z.boolean().optional(),
  onboardingType: z.enum(['consumer', 'business']).nullish(),
  timestamp: StorableText(40).optional(),
  source: StorableText(100).optional(),
})

/**
 * What is signed: the category with its answers, the name and the acknowledgements (onboarding §5.11, security
 * R18).
 */
export const InvestorStatementData = z.discriminatedUnion(
  'category',
  [
    Statement.extend({ category: z.literal(InvestorCategory.enum.restricted), answers: RestrictedAnswers }),
    Statement.extend({ category: z.literal(InvestorCategory.enum.hnw), answers: HnwAnswers }),
    Statement.extend({
      category: z.literal(InvestorCategory.enum.sophisticated),
      answers: SophisticatedAnswers,
    }),
  ],
  'Choose an investor category',
)
export type InvestorStatementData = z.infer<typeof InvestorStatementData>

const StatementAcceptance = Acceptance.extend({
  certification_type: z.literal(INVESTOR_CERTIFICATION_TYPE),
  certification_name: InvestorCertificationName,
  additional_data: InvestorStatementData,
}).refine(
  ({ certification_name, additional_data }) =>
    certification_name === INVESTOR_CERTIFICATION_NAMES[additional_data.category],
  {
    path: ['certification_name'],
    error: 'The category and the name of the statement do not belong together',
  },
)

/**
 * Accepts the risk disclosure or signs an investor statement. The server stores its own text, version and hash.
 * Signing the same statement again on the same day returns the existing one; a different one needs
 * `overwrite_existing` and supersedes it. A risk disclosure that is not in force is refused and has to be read
 * again.
 */
export const acceptCertification = endpoint({
  method: 'POST',
  path: '/api/certifications/accept',
  access: 'applicant',
  summary: 'Record that the signed-in user accepts the risk disclosure or signs an investor statement',
  body: z.discriminatedUnion('certification_type', [RiskAcceptance, StatementAcceptance]),
  answer: z.object({
    success: z.literal(true),
    certification: Certification,
    /** The user type now in force: a statement may have put a pending one into force. */
    user_type: UserType.nullable(),
    pending_user_type: UserType.nullable(),
  }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR', 'DUPLICATE_ENTRY', 'INVALID_STATE', 'STALE_VERSION'],
  limit: MUTATION_LIMIT,
})

/** Whether the questions can be answered now. */
export const AnswerAttempts = z.object({
  /** How many more sets of answers may meet no category before the questions close for 24 hours. */
  left: z.number(),
  /** When closed questions open again; null while they are open. */
  opens_at: Moment.nullable(),
})
export type AnswerAttempts = z.infer<typeof AnswerAttempts>

/**
 * Submits one set of answers to the questions of a category. Each set is stored with its time, and with the statement
 * once it is signed. Sending the same answers again counts as the same attempt.
 */
export const giveInvestorAnswers = endpoint({
  method: 'POST',
  path: '/api/certifications/investor-answers',
  access: 'user',
  summary: 'Judge and keep a set of answers to the investor questions',
  body: z.discriminatedUnion(
    'category',
    [
      z.object({ category: z.literal(InvestorCategory.enum.restricted), answers: RestrictedAnswers }),
      z.object({ category: z.literal(InvestorCategory.enum.hnw), answers: HnwAnswers }),
      z.object({ category: z.literal(InvestorCategory.enum.sophisticated), answers: SophisticatedAnswers }),
    ],
    'Choose an investor category',
  ),
  answer: z.object({
    /** Empty if the answers meet the category. */
    unmet: z.array(z.object({ field: z.string(), message: z.string() })),
    attempts: AnswerAttempts,
  }),
  errors: ['INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const listOwnCertifications = endpoint({
  method: 'GET',
  path: '/api/certifications/user',
  access: 'user',
  summary: 'What the signed-in user has accepted and signed, former ones too, newest first',
  answer: z.object({
    certifications: z.array(Certification),
    /** The category in force. */
    investor_category: InvestorCategory.nullable(),
  }),
  errors: [],
})

/** Generated from the stored text; the same statement always gives the same bytes. */
export const readStatement = endpoint({
  method: 'GET',
  path: '/api/certifications/:id/statement',
  access: 'user',
  summary: 'A signed investor statement as a PDF, for its signer; an administrator’s reading is recorded',
  params: z.object({ id: UserId }),
  query: z.object({ download: YesOrNo.optional() }),
  answer: { file: ['application/pdf'] },
  errors: ['NOT_FOUND'],
  limit: { bucket: 'statement', max: 60, windowSeconds: 60 },
})

export const getInvestorRules = endpoint({
  method: 'GET',
  path: '/api/certifications/investor-rules',
  access: 'user',
  summary: 'The investor rules in force, with what a statement of the signed-in user is made of',
  answer: z.object({
    rules: InvestorRules,
    /** The company the statement is addressed to. */
    legalName: z.string(),
    /** The London day that a statement signed now would have. */
    today: z.string(),
    /** The statement has to be signed with one of these; empty if no name is known yet. */
    names: z.array(z.string()),
    attempts: AnswerAttempts,
  }),
  errors: [],
})
