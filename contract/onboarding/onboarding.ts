import { z } from 'zod'
import { UserType, UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import { DocType } from '#contract/documents/document-schemas.ts'
import { type DOCUMENTS, type DocumentSlot, documentType, slotsOf } from '#contract/documents/documents.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, StorableText, UserId } from '#contract/fields.ts'
import {
  CaseKind,
  CaseState,
  ItemDecision,
  ItemKey,
  KycStatus,
  VerificationStatus,
} from '#contract/verification/cases.ts'
import { CaseStanding } from '#contract/verification/standing.ts'
import {
  CONSUMER_FIELD_NAMES,
  type ConsumerFieldName,
  type ConsumerFields,
  consumerField,
  isOptionalField,
} from './consumer-fields.ts'
import { CONSUMER_RULES } from './consumer-rules.ts'
import { DRAFT_LIMIT, DraftSaved, draftAnswer, SubmittedRevision, unsavedDraft } from './drafts.ts'

/** Names the consumer payload may use besides the form's own; both are accepted (onboarding §7.1). */
const ALIASES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    CONSUMER_FIELD_NAMES.flatMap((name) => (consumerField(name).aliases ?? []).map((alias) => [alias, name])),
  ),
  doc_type: 'docType',
  user_type: 'userType',
  captcha_token: 'captchaToken',
  risk_disclosure_accepted: 'riskDisclosureAccepted',
}

function withAliases(body: unknown, ctx: z.RefinementCtx): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(body)) {
    const name = ALIASES[key] ?? key
    if (isLeftOut(name, value)) continue
    if (name in result && result[name] !== value)
      ctx.addIssue({ code: 'custom', path: [name], message: `${key} and ${name} say different things` })
    result[name] = value
  }
  return result
}

/** Whether an optional answer is left out; a blank one counts as left out. */
function isLeftOut(name: string, value: unknown): boolean {
  const isOptional = CONSUMER_FIELD_NAMES.some((field) => field === name && isOptionalField(field))
  return isOptional && (value === null || (typeof value === 'string' && value.trim() === ''))
}

/** The answers of the consumer form (onboarding §5.6). */
export const ConsumerAnswers = z.object({
  ...CONSUMER_RULES,
  docType: DocType,
  userType: UserType,
})
export type ConsumerAnswers = z.infer<typeof ConsumerAnswers>

/** A person's answers as submitted, no matter what the form's rules are now. */
export type GivenAnswers = Omit<ConsumerAnswers, 'userType'>
export const GivenAnswers = z.object({
  ...shapeOf<{ [Name in ConsumerFieldName]: z.ZodType<ConsumerAnswers[Name]> }>((name) => [
    name,
    isOptionalField(name) ? z.string().optional() : z.string(),
  ]),
  docType: DocType,
})

/** Returns an object with one entry per field of the form. */
function shapeOf<Shape>(entry: (name: ConsumerFieldName) => [string, z.ZodType]): Shape {
  return Object.fromEntries(CONSUMER_FIELD_NAMES.map(entry)) as Shape
}

/** The submission: the answers, plus the proof that a human sends them. Document URLs are read from the database. */
export const ConsumerSubmission = z.preprocess(
  withAliases,
  ConsumerAnswers.extend({
    ...UserTypeFlags.partial().shape,
    userId: UserId.optional(),
    auth0Id: z.string().max(400).optional(),
    riskDisclosureAccepted: z.boolean().optional(),
    tradeCertificationType: z.string().max(100).nullish(),
    captchaToken: z.string().max(10_000).optional(),
    draftRevision: SubmittedRevision,
    confirmed: z.boolean().optional(),
  }),
)

type ReadBackShape = {
  [Name in ConsumerFieldName as ConsumerFields[Name]['wire']]: undefined extends ConsumerAnswers[Name]
    ? z.ZodNullable<z.ZodString>
    : z.ZodString
}

export type UrlName = Extract<(typeof DOCUMENTS)[DocumentSlot], { wire: string }>['wire']
const urls = Object.fromEntries(
  slotsOf('consumer').map((slot) => [documentType(slot).wire, z.string().nullable()]),
) as Record<UrlName, z.ZodNullable<z.ZodString>>

/** A KYC profile as returned. */
export const KycProfile = z.object({
  id: z.number(),
  ...shapeOf<ReadBackShape>((name) => [
    consumerField(name).wire,
    isOptionalField(name) ? z.string().nullable() : z.string(),
  ]),
  doc_type: DocType,
  ...urls,
  verification_status: VerificationStatus,
  kyc_status: KycStatus,
  created_at: Moment,
})
export type KycProfile = z.infer<typeof KycProfile>

export const submitKyc = endpoint({
  method: 'POST',
  path: '/api/onboarding/kyc',
  access: 'applicant',
  summary: 'Submit, or submit again, the consumer verification',
  body: ConsumerSubmission,
  answer: z.object({
    success: z.literal(true),
    profile: KycProfile,
    submittedAt: Moment,
    dueAt: Moment.nullable(),
  }),
  errors: [
    'VALIDATION_ERROR',
    'CAPTCHA_FAILED',
    'FORBIDDEN',
    'DUPLICATE_ENTRY',
    'STALE_VERSION',
    'PROFILE_LOCKED',
    'INVALID_STATE',
  ],
  limit: MUTATION_LIMIT,
})

export const completeConsumerOnboarding = endpoint({
  method: 'POST',
  path: '/api/onboarding/consumer/complete',
  access: 'applicant',
  summary: 'Close the consumer onboarding after its submission',
  body: z.object({ userId: UserId.optional(), profileId: UserId }),
  answer: z.object({ success: z.literal(true), onboarding_completed: z.literal(true) }),
  errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})

export const getKycProfileByUser = endpoint({
  method: 'GET',
  path: '/api/onboarding/kyc-profile-by-user/:id',
  access: 'applicant',
  summary: 'The KYC profile of a user; only one’s own',
  params: z.object({ id: UserId }),
  answer: z.object({ success: z.literal(true), profile: KycProfile }),
  errors: ['NOT_FOUND'],
})

export const getKycProfile = endpoint({
  method: 'GET',
  path: '/api/onboarding/kyc-profile/:id',
  access: 'applicant',
  summary: 'A KYC profile by its id; only one’s own',
  params: z.object({ id: UserId }),
  answer: z.object({ profile: KycProfile }),
  errors: ['NOT_FOUND'],
})

/**
 * Unfinished answers: every field optional, nothing validated; limited in length, so that drafts cannot fill the
 * database.
 */
export const ConsumerDraft = z.object({
  ...shapeOf<Record<ConsumerFieldName, z.ZodOptional<z.ZodString>>>((name) => [
    name,
    StorableText(consumerField(name).draftMax).optional(),
  ]),
  docType: DocType.optional(),
  userType: UserType.optional(),
  /** The name of the furthest step reached. */
  step: StorableText(40).optional(),
})
export type ConsumerDraft = z.infer<typeof ConsumerDraft>

export const getConsumerDraft = endpoint({
  method: 'GET',
  path: '/api/onboarding/consumer/draft',
  access: 'applicant',
  summary: 'The unsubmitted answers of the signed-in user',
  answer: draftAnswer(ConsumerDraft),
  errors: [],
})

export const saveConsumerDraft = endpoint({
  method: 'PUT',
  path: '/api/onboarding/consumer/draft',
  access: 'applicant',
  summary: 'Save the unsubmitted answers, so that they can be continued on another device',
  body: unsavedDraft(ConsumerDraft),
  answer: DraftSaved,
  errors: ['FORBIDDEN', 'STALE_VERSION', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: DRAFT_LIMIT,
})

/** One item of the case as its applicant sees it: never with the internal note or a final reason (cases, Reasons). */
export const ApplicantItem = z.object({
  item: ItemKey,
  label: z.string(),
  decision: ItemDecision,
  editable: z.boolean(),
  reasons: z.array(z.object({ code: z.string(), wrong: z.string(), remedy: z.string() })),
  text: z.string().nullable(),
  /** Whether a returned item has been replaced or changed since. */
  fixed: z.boolean(),
})

export const TimelineEntry = z.object({ at: Moment, title: z.string(), detail: z.string().nullable() })

/** An applicant's own case: state, clock, items to correct, and what happened so far. */
export const ApplicantCase = z.object({
  /** The case's reference for people and staff: VC-10482. */
  reference: z.string(),
  state: CaseState,
  kyc_status: KycStatus,
  /** The badge's label and the sentence under it. */
  label: z.string(),
  text: z.string(),
  /** The same with badges and the promised time, as shown on every page. */
  standing: CaseStanding,
  round: z.number(),
  /** Whether a reviewer is working on it now, so its documents cannot be changed. */
  isHeld: z.boolean(),
  submittedAt: Moment.nullable(),
  dueAt: Moment.nullable(),
  /**
   * Whether it is submitted but held until the applicant confirms their email: no reviewer is offered it, and the
   * clock is stopped.
   */
  waitsForEmail: z.boolean(),
  /** Working time it has waited for us, in milliseconds; the same field that reviewers see (cases, Working time). */
  workingMs: z.number().nullable(),
  decidedAt: Moment.nullable(),
  /** Until when a verified person should confirm their details. */
  confirmBy: Moment.nullable(),
  items: z.array(ApplicantItem),
  /** Who was removed from a returned company, and who of the others is decided again; null if no one was. */
  removal: z
    .object({
      removed: z.array(z.string()),
      decidedAgain: z.array(z.object({ item: ItemKey, name: z.string() })),
      /** Both in a sentence. */
      text: z.string(),
    })
    .nullable(),
  timeline: z.array(TimelineEntry),
})

export const getConsumerCase = endpoint({
  method: 'GET',
  path: '/api/onboarding/consumer/case',
  access: 'applicant',
  summary: 'The state of the signed-in user’s own verification',
  answer: z.object({ case: ApplicantCase.nullable() }),
  errors: [],
})

const CaseChoice = z.object({ kind: CaseKind.default('consumer') })
const OwnCaseAnswer = z.object({ success: z.literal(true), case: ApplicantCase.nullable() })

export const withdrawApplication = endpoint({
  method: 'POST',
  path: '/api/onboarding/withdraw',
  access: 'applicant',
  summary: 'Withdraw what was submitted; answers and documents are kept',
  body: CaseChoice,
  answer: OwnCaseAnswer,
  errors: ['INVALID_STATE', 'PROFILE_LOCKED', 'NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

export const startAgain = endpoint({
  method: 'POST',
  path: '/api/onboarding/start-again',
  access: 'applicant',
  summary: 'Open a withdrawn or expired application again, with everything in it that is still valid',
  body: CaseChoice,
  answer: OwnCaseAnswer,
  errors: ['INVALID_STATE', 'PROFILE_LOCKED', 'NOT_FOUND'],
  limit: MUTATION_LIMIT,
})
