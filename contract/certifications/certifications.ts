import { z } from 'zod'
import { UserType } from '#contract/account/user-type-schemas.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { DateText, FreeText, FullName, Moment, OwnPath, StorableText, UserId } from '#contract/fields.ts'
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
/** Asks for any investor statement, whatever its category (onboarding §4). */
export const TRADER_CERTIFICATION = 'trader_certification'

export const Certification = z.object({
  id: z.number(),
  certification_name: z.string(),
  certification_type: z.string(),
  acknowledged_at: Moment,
  /** Whether the page said which text it showed, and it was the one in force; null where there is no text to read. */
  text_confirmed: z.boolean().nullable(),
  expires_at: Moment.nullable(),
  /** `superseded`: replaced by a newer one of the same name; `expired`: its end has come. */
  status: z.enum(['current', 'superseded', 'expired']),
  /** Of a current statement in its last 30 days: time to renew it (choices §4). */
  ends_soon: z.boolean(),
  /** Of an investor statement. */
  investor_category: InvestorCategory.nullable(),
  /** Where an investor statement is read as a PDF. */
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

/** Which text was shown to someone who accepts it. */
export const ShownText = z.object({
  version: StorableText(100),
  /** SHA-256 of the whole text on plain lines. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Send the hash as 64 hexadecimal digits'),
})
export type ShownText = z.infer<typeof ShownText>

/** The page that shows the text asks for it, so that a page from before a deploy cannot show an old one unnoticed. */
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
  /** What the person has read; compared with the server's own text, never stored in its place. */
  certification_text: FreeText(50_000).optional(),
  overwrite_existing: z.boolean().optional(),
})

const RiskAcceptance = Acceptance.extend({
  certification_type: z.literal(RISK_DISCLOSURE.type),
  certification_name: z.enum([RISK_DISCLOSURE.name, RISK_DISCLOSURE.alias]),
  /** The text that was shown. One that is not in force is refused; without it the acceptance counts as not confirmed. */
  text_shown: ShownText.optional(),
  additional_data: z
    .object({ timestamp: StorableText(40).optional(), source: StorableText(100).optional() })
    .optional(),
})

const Statement = z.object({
  fullName: FullName,
  /** The London day of signing, as a day or as a moment in it; the server's own day is what counts (security R18). */
  certificationDate: z.union([DateText, z.iso.datetime({ offset: true })], 'Enter a date').optional(),
  /** The version of the rules that the person has read, where no text is sent along. */
  rulesVersion: StorableText(100).optional(),
  acknowledgedRisk: z.literal(true, 'Confirm that you have read and understood the risk warning'),
  acknowledgedStatement: z.literal(true, 'Confirm that you have read the statement and that it is true'),
  fromOnboardingFlow: z.boolean().optional(),
  onboardingType: z.enum(['consumer', 'business']).nullish(),
  timestamp: StorableText(40).optional(),
  source: StorableText(100).optional(),
})

/** What is signed: the category with its answers, the name and the acknowledgements (onboarding §3, security R18). */
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
 * Accepts the risk disclosure or signs an investor statement. The server keeps its own text, version and hash. A
 * statement that is held already is answered with itself when the same is signed again on the same day; a different
 * one needs `overwrite_existing`, and then the former is superseded. A risk disclosure that is not the one in force is
 * refused, and has to be read again.
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
    /** The user type in force, as a statement may have put a waiting one into force. */
    user_type: UserType.nullable(),
    pending_user_type: UserType.nullable(),
  }),
  errors: ['FORBIDDEN', 'VALIDATION_ERROR', 'DUPLICATE_ENTRY', 'INVALID_STATE', 'STALE_VERSION'],
  limit: MUTATION_LIMIT,
})

/** Whether the questions can be answered now. */
export const AnswerAttempts = z.object({
  /** How many more sets may meet no category before the questions close for 24 hours. */
  left: z.number(),
  /** When closed questions open again; null while they are open. */
  opens_at: Moment.nullable(),
})
export type AnswerAttempts = z.infer<typeof AnswerAttempts>

/**
 * Hands in one set of answers to the questions of a category. Each is kept with its time, and with the statement once it
 * is signed. The same answers again are the same attempt.
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
    /** Empty where the answers meet the category. */
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

/** Made from the text that was kept; the same statement gives the same bytes. */
export const readStatement = endpoint({
  method: 'GET',
  path: '/api/certifications/:id/statement',
  access: 'user',
  summary: 'A signed investor statement as a PDF, for its signer; an administrator’s reading is recorded',
  params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  query: z.object({ download: z.string().max(1).optional() }),
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
    /** To whom the statement is made. */
    legalName: z.string(),
    /** The London day on which a statement would be signed now. */
    today: z.string(),
    /** The statement has to be signed with one of these; empty where the product knows no name yet. */
    names: z.array(z.string()),
    attempts: AnswerAttempts,
  }),
  errors: [],
})
