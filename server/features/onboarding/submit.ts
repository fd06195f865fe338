import { and, eq, isNull, or } from 'drizzle-orm'
import type { UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import { type DocumentSlot, SLOT_NOUNS } from '#contract/documents/documents.ts'
import { CONSUMER_FIELD_NAMES, consumerField } from '#contract/onboarding/consumer-fields.ts'
import type { ConsumerAnswers } from '#contract/onboarding/onboarding.ts'
import { isEditable } from '#domain/cases/case-submission.ts'
import { fitsDocType, submissionProblems } from '#domain/cases/document-problems.ts'
import { missingSlots } from '#domain/cases/document-requirements.ts'
import { checkBirthDate } from '#domain/onboarding/birth-date.ts'
import { FLAGS_DISAGREE, flagsMatchType } from '#domain/onboarding/user-type.ts'
import { readPhone } from '#domain/phone.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { heldDocuments } from '#server/model/cases/documents.ts'
import { filesOfCase, personEvidence } from '#server/model/cases/evidence.ts'
import {
  findKycProfile,
  openProfile,
  type PersonProfile,
  profileToStore,
} from '#server/model/cases/kyc-profiles.ts'
import { kycProfiles } from '#server/model/schema/cases.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { type Submission, type Submitted, submitForm } from './submission.ts'

export interface ConsumerToSubmit extends Submission {
  answers: ConsumerAnswers
  confirmed: boolean
}

/** Submits a person's own verification. Throws what `checkAnswers` and the case refuse. */
export function submitConsumer(
  services: Services,
  { answers, confirmed, ...submission }: ConsumerToSubmit,
): Promise<Submitted<PersonProfile>> {
  const { minimumAge } = services.config
  return submitForm(services, submission, {
    kind: 'consumer',
    find: findKycProfile,
    answers: () => answers,
    check: (_, facts) => checkAnswers(answers, { ...facts, confirmed, minimumAge }, facts.at),
    evidence: (given, documents) => personEvidence(given, documents),
    save: upsertProfile,
  })
}

async function upsertProfile(
  tx: Db,
  { userId, caseId, at }: { userId: number; caseId: number; at: Date },
  answers: ConsumerAnswers,
): Promise<PersonProfile> {
  const values = { ...(await profileToStore(tx, userId, answers)), updatedAt: at }
  const former = await findKycProfile(tx, userId)
  const [row] = await tx
    .insert(kycProfiles)
    .values({ userId, caseId, createdAt: at, ...values })
    .onConflictDoUpdate({ target: kycProfiles.userId, set: values })
    .returning()
  if (!row) throw new Error('An upsert answers with its row')
  // The provider may have no name; the product then uses the given one, and later its correction.
  const isTheirs = former ? or(isNull(users.name), eq(users.name, nameOf(former))) : isNull(users.name)
  await tx
    .update(users)
    .set({ name: nameOf(answers) })
    .where(and(eq(users.id, userId), isTheirs))
  return openProfile(tx, row)
}

function nameOf({ firstName, lastName }: Pick<ConsumerAnswers, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`
}

interface AnswerFacts {
  stored: Pick<StoredCase, 'current'>
  former: Pick<PersonProfile, 'docType'> | undefined
  flags: Partial<UserTypeFlags>
  documents: readonly DocumentRow[]
  riskDisclosureAccepted: boolean
  confirmed: boolean
  minimumAge: number
}

/**
 * Checks what the schema can't: age, whether the phone number exists, required documents and what rules them
 * out, flags against the user type, the recorded risk disclosure and the confirmation. Throws VALIDATION_ERROR
 * naming every field at once.
 */
function checkAnswers(answers: ConsumerAnswers, facts: AnswerFacts, now: Date): void {
  const fields: Record<string, string> = {}
  const birth = checkBirthDate(answers.dob, londonDate(now))
  if (!birth.ok) fields.dob = birth.message
  else if (birth.age < facts.minimumAge)
    fields.dob = `You must be ${facts.minimumAge} or over to open an account`
  for (const name of CONSUMER_FIELD_NAMES.filter((field) => consumerField(field).input === 'tel')) {
    const phone = readPhone(answers[name] ?? '')
    if (!phone.ok) fields[name] = phone.message
  }
  for (const slot of missingSlots(answers.docType, heldDocuments(facts.documents)))
    fields[slot] = `Upload your ${SLOT_NOUNS[slot]}`
  const files = filesOfCase(facts.stored.current, facts.documents, facts.former)
  for (const { slot, message } of submissionProblems(answers.docType, files, londonDate(now))) {
    const isOtherKind = files.some((file) => file.slot === slot && !fitsDocType(file, answers.docType))
    if (mayExchange(facts.stored, slot, isOtherKind)) fields[slot] = message
  }
  if (!flagsMatchType(answers.userType, facts.flags)) fields.userType = FLAGS_DISAGREE
  if (!facts.riskDisclosureAccepted) fields.riskDisclosureAccepted = 'Read and accept the risk disclosure'
  if (!facts.confirmed) fields.confirmed = 'Confirm that the information is true and complete'
  const [first] = Object.values(fields)
  if (first) throw new AppError('VALIDATION_ERROR', first, { fields })
}

/** Whether the applicant could replace a document: what a reviewer accepted, only by another kind of ID. */
function mayExchange(
  { current }: Pick<StoredCase, 'current'>,
  slot: DocumentSlot,
  isOtherKind: boolean,
): boolean {
  const item = current.items.find(({ key }) => key === slot)
  return !item || isEditable(current, item, isOtherKind)
}
