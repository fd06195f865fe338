import type { UserType } from '#contract/account/user-types.ts'
import type { DocType, DocumentSlot } from '#contract/documents/documents.ts'
import {
  CONSUMER_FIELD_NAMES,
  type ConsumerFieldName,
  type ConsumerFields,
  consumerField,
  isOptionalField,
} from '#contract/onboarding/consumer-fields.ts'
import type { ConsumerDraft, KycProfile } from '#contract/onboarding/onboarding.ts'
import type { ConsumerProgress } from '#domain/onboarding/onboarding-flow.ts'
import type { DeclaredAnswers } from '#web/shared/documents/read-differences.ts'
import { profileValue } from '#web/shared/verification/answer-lines.tsx'
import {
  type DateParts,
  isDateEmpty,
  isoFromParts,
  partsFromIso,
  partsFromText,
  textFromParts,
} from '#web/ui/date-parts.ts'

/** The values of the journey's fields, as typed; all steps share them. */
export type FormValues = {
  [Name in ConsumerFieldName]: ConsumerFields[Name]['input'] extends 'birthday' ? DateParts : string
} & {
  docType: DocType | null
  userType: UserType | null
}

/** Returns the field values for a draft; the sign-in's email is the default. */
export function valuesFromDraft(draft: ConsumerDraft, signInEmail: string | null): FormValues {
  const known: ConsumerDraft = { ...draft, email: draft.email ?? signInEmail ?? '' }
  const fields = CONSUMER_FIELD_NAMES.map((name) => {
    const text = known[name] ?? ''
    return [name, consumerField(name).input === 'birthday' ? partsFromDraft(text) : text]
  })
  return {
    ...(Object.fromEntries(fields) as Pick<FormValues, ConsumerFieldName>),
    docType: draft.docType ?? null,
    userType: draft.userType ?? null,
  }
}

/** Returns a field's value as text: a date as ISO, or empty if it is invalid. */
export function textOf(values: FormValues, name: ConsumerFieldName): string {
  const value = values[name]
  return typeof value === 'string' ? value : (isoFromParts(value) ?? '')
}

/** Returns what the documents are compared with. */
export function declaredIn({ firstName, lastName, dob, address }: FormValues): DeclaredAnswers {
  return { firstName, lastName, birthDate: isoFromParts(dob), address }
}

/** Returns the draft of the fields, without empty ones. */
export function draftFromValues(values: FormValues): ConsumerDraft {
  const { docType, userType } = values
  const draft: ConsumerDraft = {}
  for (const name of CONSUMER_FIELD_NAMES) {
    const value = values[name]
    const isDate = typeof value !== 'string'
    const text = isDate && !isDateEmpty(value) ? textOf(values, name) || textFromParts(value) : value
    if (typeof text === 'string' && text !== '') draft[name] = text
  }
  if (docType) draft.docType = docType
  if (userType) draft.userType = userType
  return draft
}

/** Returns the draft for a submitted profile, if a case was returned for correction. */
export function draftFromProfile(profile: KycProfile, userType: UserType | null): ConsumerDraft {
  return {
    ...textsOf((name) => profileValue(profile, name) ?? undefined),
    docType: profile.doc_type,
    ...(userType && { userType }),
  }
}

/** Returns the answers in the form the journey's rules take. An invalid birth date counts as not answered. */
export function answersOf(
  values: FormValues,
  files: readonly DocumentSlot[],
  riskAccepted: boolean,
): ConsumerProgress {
  return {
    riskAccepted,
    fields: textsOf((name) => textOf(values, name)),
    docType: values.docType,
    files,
    userType: values.userType,
  }
}

/** Returns the answers as submitted: empty optional ones are omitted. */
export function submittedAnswers(values: FormValues) {
  const { docType, userType } = values
  return {
    ...textsOf((name) => {
      const text = textOf(values, name)
      return isOptionalField(name) && text.trim() === '' ? undefined : text
    }),
    docType,
    userType,
  }
}

function textsOf(text: (name: ConsumerFieldName) => string | undefined) {
  return Object.fromEntries(CONSUMER_FIELD_NAMES.map((name) => [name, text(name)])) as Partial<
    Record<ConsumerFieldName, string>
  >
}

function partsFromDraft(text: string): DateParts {
  const exact = partsFromIso(text)
  return isDateEmpty(exact) ? partsFromText(text) : exact
}
