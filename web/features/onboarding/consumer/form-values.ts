import { CONSUMER_SLOTS, type ConsumerSlot, type DocType, type DocumentSlot } from '#contract/documents.ts'
import type { ConsumerDraft, KycProfile } from '#contract/onboarding.ts'
import type { UserType } from '#contract/user-types.ts'
import type { ConsumerAnswers } from '#domain/onboarding/onboarding-flow.ts'
import {
  type DateParts,
  isDateEmpty,
  isoFromParts,
  partsFromIso,
  partsFromText,
  textFromParts,
} from '#web/ui/date-parts.ts'

/** What the fields of the journey hold, as typed; all steps share it. */
export interface FormValues {
  firstName: string
  lastName: string
  dob: DateParts
  email: string
  phone: string
  address: string
  docType: DocType | null
  userType: UserType | null
}

/** The fields for a draft; the email of the sign-in stands in until another is typed. */
export function valuesFromDraft(draft: ConsumerDraft, signInEmail: string | null): FormValues {
  return {
    firstName: draft.firstName ?? '',
    lastName: draft.lastName ?? '',
    dob: partsFromDraft(draft.dob ?? ''),
    email: draft.email ?? signInEmail ?? '',
    phone: draft.phone ?? '',
    address: draft.address ?? '',
    docType: draft.docType ?? null,
    userType: draft.userType ?? null,
  }
}

/** The draft of the fields, without empty ones. */
export function draftFromValues(values: FormValues): ConsumerDraft {
  const { dob, docType, userType, ...texts } = values
  const draft: ConsumerDraft = {}
  for (const [name, text] of Object.entries(texts)) if (text !== '') Object.assign(draft, { [name]: text })
  if (!isDateEmpty(dob)) draft.dob = isoFromParts(dob) ?? textFromParts(dob)
  if (docType) draft.docType = docType
  if (userType) draft.userType = userType
  return draft
}

/** The draft that a submitted profile amounts to, where a case has been returned to be corrected. */
export function draftFromProfile(profile: KycProfile, userType: UserType | null): ConsumerDraft {
  return {
    firstName: profile.first_name,
    lastName: profile.last_name,
    dob: profile.dob,
    email: profile.email,
    phone: profile.phone,
    address: profile.address,
    docType: profile.doc_type,
    ...(userType && { userType }),
  }
}

/** The answers as the rules of the journey read them. A birth date that is no day counts as not answered. */
export function answersOf(
  values: FormValues,
  files: readonly DocumentSlot[],
  riskAccepted: boolean,
): ConsumerAnswers {
  const { firstName, lastName, email, phone, address } = values
  return {
    riskAccepted,
    fields: { firstName, lastName, email, phone, address, dob: isoFromParts(values.dob) ?? '' },
    docType: values.docType,
    files: files.filter(isConsumerSlot),
    userType: values.userType,
  }
}

function partsFromDraft(text: string): DateParts {
  const exact = partsFromIso(text)
  return isDateEmpty(exact) ? partsFromText(text) : exact
}

function isConsumerSlot(slot: DocumentSlot): slot is ConsumerSlot {
  return CONSUMER_SLOTS.some((known) => known === slot)
}
