import { z } from 'zod'
import { UserType, UserTypeFlags } from '#contract/account/user-types.ts'
import { CountryCode, NationalityCode } from '#contract/countries.ts'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Email, FullName, Moment, OneLine, StorableText, UserId } from '#contract/fields.ts'
import { KycStatus, VerificationStatus } from '#contract/verification/cases.ts'
import { PartialBirth } from './birth.ts'
import {
  BUSINESS_FIELDS,
  type BusinessFieldName,
  type BusinessFieldTable,
  businessField,
  businessShape,
  isOptionalBusinessField,
} from './business-fields.ts'
import { DRAFT_LIMIT, DraftSaved, draftAnswer, unsavedDraft } from './drafts.ts'
import { ApplicantCase } from './onboarding.ts'

/** Owners of this share or more are collected (onboarding §5; choices §4: exactly 25.00 % counts). */
export const OWNERSHIP_THRESHOLD_PERCENT = 25
/** Ownership is entered in steps of a hundredth (onboarding §9) and stored as whole hundredths. */
export const OWNERSHIP_STEP_PERCENT = 0.01

/** Four people of 25 % each are all there can be. */
const MAX_OWNERS = 4

/** Why a company names no beneficial owner (onboarding §5). */
export const NO_UBO_REASONS = ['no-nat-shareholder', 'government-owned', 'non-profit', 'listed'] as const
export const NoUboReason = z.enum(NO_UBO_REASONS, 'Choose a reason from the list')
export type NoUboReason = z.infer<typeof NoUboReason>

export const NO_UBO_REASON_LABELS: Readonly<Record<NoUboReason, string>> = {
  'no-nat-shareholder': 'No natural person owns 25% or more',
  'government-owned': 'More than 75% is owned by a government',
  'non-profit': 'It is a non-profit organisation',
  listed: 'It is listed on a regulated market',
}

/** What a representative may do for the company (an enumeration, plus free text). */
export const REPRESENTATIVE_POWERS = [
  'Director, acting alone',
  'Director, acting jointly',
  'Power of attorney',
  'Board resolution',
  'Authorised signatory',
] as const

/** Names the person within this submission, so that decisions stay with them from round to round. */
const PersonId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'Unknown person')

/** A number, or its text as a form sends it (`37.5`, `37,5 %`); nothing else is turned into a number. */
const OwnershipPercent = z.preprocess(
  (value) => {
    const text = typeof value === 'string' ? value.replace(/[\s%]/g, '').replace(',', '.') : ''
    return /^\d+(\.\d+)?$/.test(text) ? Number(text) : value
  },
  z
    .number('Enter the ownership as a percentage, like 37.5')
    .min(OWNERSHIP_THRESHOLD_PERCENT, `Beneficial owners hold ${OWNERSHIP_THRESHOLD_PERCENT}% or more`)
    .max(100, 'Ownership cannot be more than 100%')
    .refine(
      (percent) => Number.isInteger(Number((percent * 100).toFixed(6))),
      'Use no more than two decimals',
    ),
)

export const BeneficialOwner = z.object({
  id: PersonId.optional(),
  fullName: FullName,
  /** Absent of those who were handed in before it was asked for; the rules of the form ask for it. */
  birthDate: PartialBirth.optional(),
  nationality: NationalityCode,
  residenceCountry: CountryCode,
  ownershipPercent: OwnershipPercent,
})
export type BeneficialOwner = z.infer<typeof BeneficialOwner>

/** The senior managing person that stands in where no owner is named (choices §4). */
export const SeniorManager = z.object({
  fullName: FullName,
  birthDate: PartialBirth.optional(),
  nationality: NationalityCode,
  residenceCountry: CountryCode,
})
export type SeniorManager = z.infer<typeof SeniorManager>

export const Representative = z.object({
  name: FullName,
  birthDate: PartialBirth.optional(),
  title: OneLine(200).optional(),
  powers: OneLine(200).optional(),
  email: Email,
})
export type Representative = z.infer<typeof Representative>

type AnswerShape = { [Name in BusinessFieldName]: BusinessFieldTable[Name]['rule'] }

/**
 * The answers of the business form (onboarding §3, Business form). The two countries say whether the United Kingdom's
 * forms of numbers apply; those and what fields ask of each other are checked by `domain/business/business-check.ts`.
 * The senior manager only counts where there are no owners and the reason is not `listed`.
 */
export const BusinessAnswers = z.object({
  ...businessShape<AnswerShape>((name) => [name, BUSINESS_FIELDS[name].rule]),
  beneficialOwners: z.array(BeneficialOwner).max(MAX_OWNERS, 'No one else can hold 25% or more').default([]),
  noUboReason: NoUboReason.optional(),
  seniorManager: SeniorManager.optional(),
  primaryRepresentative: Representative.prefault({} as z.input<typeof Representative>),
  secondaryRepresentative: Representative.optional(),
  userType: UserType,
})
export type BusinessAnswers = z.infer<typeof BusinessAnswers>

/** Empty texts and nulls count as not given, and so does a person with nothing in any field. */
function withoutBlanks(value: unknown, depth = 3): unknown {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return undefined
  // What lies deeper than an owner's field belongs to nothing we know.
  if (typeof value !== 'object' || depth === 0) return value
  if (Array.isArray(value)) return value.map((entry) => withoutBlanks(entry, depth - 1) ?? {})
  const given = Object.entries(value)
    .map(([key, entry]) => [key, withoutBlanks(entry, depth - 1)] as const)
    .filter(([, entry]) => entry !== undefined)
  return given.length ? Object.fromEntries(given) : undefined
}

/** The submission: the answers, and what proves that a person sends them. */
export const BusinessSubmission = z.preprocess(
  (body) => withoutBlanks(body) ?? {},
  BusinessAnswers.extend({
    ...UserTypeFlags.partial().shape,
    userId: UserId.optional(),
    auth0Id: z.string().max(400).optional(),
    riskDisclosureAccepted: z.boolean().optional(),
    tradeCertificationType: z.string().max(100).optional(),
    captchaToken: z.string().max(10_000).optional(),
    /** Both declarations of the review (onboarding §5). */
    declarations: z.object({ accurate: z.boolean(), authorised: z.boolean() }).partial().optional(),
  }),
)

type ReadBackShape = {
  [Name in BusinessFieldName as BusinessFieldTable[Name]['wire']]: undefined extends BusinessAnswers[Name]
    ? z.ZodNullable<z.ZodString>
    : z.ZodString
}

/** A business profile as read back (account-admin §3, Business profile). */
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
      name: z.string(),
      /** `1971-03` or `1971-03-09`; null where it was not asked for yet. */
      birth_date: z.string().nullable(),
      title: z.string().nullable(),
      email: z.string(),
      powers: z.string().nullable(),
      is_primary: z.boolean(),
    }),
  ),
  beneficialOwners: z.array(
    z.object({
      id: z.string(),
      full_name: z.string(),
      birth_date: z.string().nullable(),
      nationality: z.string(),
      residence_country: z.string(),
      ownership_percent: z.number(),
    }),
  ),
  seniorManager: z
    .object({
      full_name: z.string(),
      birth_date: z.string().nullable(),
      nationality: z.string(),
      residence_country: z.string(),
    })
    .nullable(),
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

/** Unfinished text of a field: bounded, nothing judged yet. */
const UNFINISHED_MAX = 400
const Unfinished = StorableText(UNFINISHED_MAX).optional()
const UnfinishedPerson = z.object({
  name: Unfinished,
  birthDate: Unfinished,
  title: Unfinished,
  powers: Unfinished,
  email: Unfinished,
})

/** Unfinished answers: every field optional and as typed; bounded, so that a draft cannot fill the store. */
export const BusinessDraft = z.object({
  ...businessShape<Record<BusinessFieldName, typeof Unfinished>>((name) => [
    name,
    StorableText(businessField(name).draftMax ?? UNFINISHED_MAX).optional(),
  ]),
  beneficialOwners: z
    .array(
      z.object({
        id: PersonId,
        fullName: Unfinished,
        birthDate: Unfinished,
        nationality: Unfinished,
        residenceCountry: Unfinished,
        ownershipPercent: Unfinished,
      }),
    )
    .max(MAX_OWNERS)
    .optional(),
  noUboReason: NoUboReason.optional(),
  seniorManager: z
    .object({
      fullName: Unfinished,
      birthDate: Unfinished,
      nationality: Unfinished,
      residenceCountry: Unfinished,
    })
    .optional(),
  primaryRepresentative: UnfinishedPerson.optional(),
  secondaryRepresentative: UnfinishedPerson.optional(),
  userType: UserType.optional(),
  /** The furthest step reached, by its name. */
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
  errors: ['FORBIDDEN', 'STALE_VERSION', 'PROFILE_LOCKED'],
  limit: DRAFT_LIMIT,
})

/** The company's own case: state, clock, items to correct, and what happened so far. */
export const getBusinessCase = endpoint({
  method: 'GET',
  path: '/api/onboarding/business/case',
  access: 'applicant',
  summary: 'The state of the caller’s own company verification',
  answer: z.object({ case: ApplicantCase.nullable() }),
  errors: [],
})
