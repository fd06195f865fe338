import { z } from 'zod'
import { UserType, UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Moment, StorableText, UserId } from '#contract/fields.ts'
import { KycStatus, VerificationStatus } from '#contract/verification/cases.ts'
import {
  type BusinessFieldName,
  type BusinessFieldTable,
  businessField,
  businessShape,
  isOptionalBusinessField,
} from './business-fields.ts'
import {
  MANAGER_FIELDS,
  MAX_OWNERS,
  NO_UBO_REASONS,
  OWNER_FIELDS,
  type PersonFields,
  personShape,
  REPRESENTATIVE_FIELDS,
} from './business-people.ts'
import {
  BeneficialOwner,
  BUSINESS_RULES,
  MANAGER_RULES,
  OWNER_RULES,
  PersonId,
  REPRESENTATIVE_RULES,
  Representative,
  SeniorManager,
} from './business-rules.ts'
import { DRAFT_LIMIT, DraftSaved, draftAnswer, SubmittedRevision, unsavedDraft } from './drafts.ts'
import { ApplicantCase } from './onboarding.ts'

export const NoUboReason = z.enum(NO_UBO_REASONS, 'Choose a reason from the list')
export type NoUboReason = z.infer<typeof NoUboReason>

/**
 * The answers of the business form (onboarding §5.7). The two countries decide whether UK number formats
 * apply; that and rules across fields are checked by `domain/business/business-check.ts`. The senior manager only
 * counts if there are no owners and the reason is not `listed`.
 */
export const BusinessAnswers = z.object({
  ...BUSINESS_RULES,
  beneficialOwners: z
    .array(BeneficialOwner)
    .max(MAX_OWNERS, `You can name up to ${MAX_OWNERS} owners`)
    .default([]),
  noUboReason: NoUboReason.optional(),
  seniorManager: SeniorManager.optional(),
  primaryRepresentative: Representative.prefault({} as z.input<typeof Representative>),
  secondaryRepresentative: Representative.optional(),
  userType: UserType,
})
export type BusinessAnswers = z.infer<typeof BusinessAnswers>

/** Treats empty texts and nulls, and people with no field filled in, as not given. */
function withoutBlanks(value: unknown, depth = 3): unknown {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return undefined
  // Nothing we know is nested deeper than an owner's field.
  if (typeof value !== 'object' || depth === 0) return value
  if (Array.isArray(value)) return value.map((entry) => withoutBlanks(entry, depth - 1) ?? {})
  const given = Object.entries(value)
    .map(([key, entry]) => [key, withoutBlanks(entry, depth - 1)] as const)
    .filter(([, entry]) => entry !== undefined)
  return given.length ? Object.fromEntries(given) : undefined
}

/** The submission: the answers, plus the proof that a human sends them. */
export const BusinessSubmission = z.preprocess(
  (body) => withoutBlanks(body) ?? {},
  BusinessAnswers.extend({
    ...UserTypeFlags.partial().shape,
    userId: UserId.optional(),
    auth0Id: z.string().max(400).optional(),
    riskDisclosureAccepted: z.boolean().optional(),
    tradeCertificationType: z.string().max(100).optional(),
    captchaToken: z.string().max(10_000).optional(),
    draftRevision: SubmittedRevision,
    /** Both declarations of the review (onboarding §5.8). */
    declarations: z.object({ accurate: z.boolean(), authorised: z.boolean() }).partial().optional(),
  }),
)

type ReadBackShape = {
  [Name in BusinessFieldName as BusinessFieldTable[Name]['wire']]: undefined extends BusinessAnswers[Name]
    ? z.ZodNullable<z.ZodString>
    : z.ZodString
}

type PersonReadBack<Fields extends PersonFields, Rules extends Record<keyof Fields, z.ZodType>> = {
  [Name in keyof Fields & string as Fields[Name]['wire']]: Fields[Name]['input'] extends 'percent'
    ? z.ZodNumber
    : undefined extends z.infer<Rules[Name]>
      ? z.ZodNullable<z.ZodString>
      : z.ZodString
}

/**
 * A person of a company in the returned profile; a date of birth is `1971-03` or `1971-03-09`, or null if it was not
 * asked for yet.
 */
function readBackOf<Fields extends PersonFields, Rules extends Record<keyof Fields, z.ZodType>>(
  fields: Fields,
  rules: Rules,
) {
  return personShape<Fields, PersonReadBack<Fields, Rules>>(fields, (name, { wire, input }) => {
    if (input === 'percent') return [wire, z.number()]
    return [wire, rules[name].safeParse(undefined).success ? z.string().nullable() : z.string()]
  })
}

/** A business profile as returned. */
export const BusinessProfile = z.object({
  id: z.number(),
  ...businessShape<ReadBackShape>((name) => [
    businessField(name).wire,
    isOptionalBusinessField(name) ? z.string().nullable() : z.string(),
  ]),
  no_ubo_reason: NoUboReason.nullable(),
  user_type: UserType.nullable(),
  verification_status: VerificationStatus,
  cdd_status: KycStatus,
  created_at: Moment,
  representatives: z.array(
    z.object({
      id: z.enum(['primary', 'secondary']),
      ...readBackOf(REPRESENTATIVE_FIELDS, REPRESENTATIVE_RULES),
      is_primary: z.boolean(),
    }),
  ),
  beneficialOwners: z.array(z.object({ id: z.string(), ...readBackOf(OWNER_FIELDS, OWNER_RULES) })),
  seniorManager: z.object(readBackOf(MANAGER_FIELDS, MANAGER_RULES)).nullable(),
})
export type BusinessProfile = z.infer<typeof BusinessProfile>

export const submitBusiness = endpoint({
  method: 'POST',
  path: '/api/onboarding/business',
  access: 'applicant',
  summary: 'Submit, or submit again, the verification of a company',
  body: BusinessSubmission,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    profile: BusinessProfile,
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

export const getBusinessProfile = endpoint({
  method: 'GET',
  path: '/api/onboarding/business/profile',
  access: 'applicant',
  summary: 'The company as last submitted by the caller',
  answer: z.object({ success: z.literal(true), profile: BusinessProfile }),
  errors: ['NOT_FOUND'],
})

/** Unfinished text of a field: limited in length, not validated. */
const UNFINISHED_MAX = 400
const Unfinished = StorableText(UNFINISHED_MAX).optional()
const unfinished = <Fields extends PersonFields>(fields: Fields) =>
  personShape<Fields, Record<keyof Fields, typeof Unfinished>>(fields, (name) => [name, Unfinished])

/**
 * Unfinished answers: every field optional and as typed; limited in length, so that drafts cannot fill the database.
 */
export const BusinessDraft = z.object({
  ...businessShape<Record<BusinessFieldName, typeof Unfinished>>((name) => [
    name,
    StorableText(businessField(name).draftMax ?? UNFINISHED_MAX).optional(),
  ]),
  beneficialOwners: z
    .array(z.object({ id: PersonId, ...unfinished(OWNER_FIELDS) }))
    .max(MAX_OWNERS)
    .optional(),
  noUboReason: NoUboReason.optional(),
  seniorManager: z.object(unfinished(MANAGER_FIELDS)).optional(),
  primaryRepresentative: z.object(unfinished(REPRESENTATIVE_FIELDS)).optional(),
  secondaryRepresentative: z.object(unfinished(REPRESENTATIVE_FIELDS)).optional(),
  userType: UserType.optional(),
  /** The name of the furthest step reached. */
  step: StorableText(40).optional(),
})
export type BusinessDraft = z.infer<typeof BusinessDraft>

export const getBusinessDraft = endpoint({
  method: 'GET',
  path: '/api/onboarding/business/draft',
  access: 'applicant',
  summary: 'The unsubmitted answers of the caller’s company',
  answer: draftAnswer(BusinessDraft),
  errors: [],
})

export const saveBusinessDraft = endpoint({
  method: 'PUT',
  path: '/api/onboarding/business/draft',
  access: 'applicant',
  summary: 'Save a company’s unsubmitted answers, so that they can be continued on another device',
  body: unsavedDraft(BusinessDraft),
  answer: DraftSaved,
  errors: ['FORBIDDEN', 'STALE_VERSION', 'PROFILE_LOCKED', 'INVALID_STATE'],
  limit: DRAFT_LIMIT,
})

/** Returns the company's own case: state, clock, items to correct, and what happened so far. */
export const getBusinessCase = endpoint({
  method: 'GET',
  path: '/api/onboarding/business/case',
  access: 'applicant',
  summary: 'The state of the caller’s own company verification',
  answer: z.object({ case: ApplicantCase.nullable() }),
  errors: [],
})
