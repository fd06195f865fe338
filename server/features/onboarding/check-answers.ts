import type { UserTypeFlags } from '#contract/account/user-types.ts'
import { type DocumentSlot, SLOT_LABELS } from '#contract/documents/documents.ts'
import { CONSUMER_FIELD_NAMES, consumerField } from '#contract/onboarding/consumer-fields.ts'
import type { ConsumerAnswers } from '#contract/onboarding/onboarding.ts'
import { isEditable } from '#domain/cases/case-submission.ts'
import { submissionProblems } from '#domain/cases/document-problems.ts'
import { missingSlots } from '#domain/cases/document-requirements.ts'
import { checkBirthDate } from '#domain/onboarding/birth-date.ts'
import { FLAGS_DISAGREE, flagsMatchType } from '#domain/onboarding/user-type.ts'
import { readPhone } from '#domain/phone.ts'
import { londonDate } from '#domain/plain-date.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { givenDocument, heldDocuments } from '#server/model/cases/documents.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import { AppError } from '#server/platform/http/app-error.ts'

export interface AnswerFacts {
  stored: Pick<StoredCase, 'record'>
  flags: Partial<UserTypeFlags>
  documents: readonly DocumentRow[]
  riskDisclosureAccepted: boolean
  confirmed: boolean
  minimumAge: number
}

/**
 * Checks what shape alone cannot tell: age, a phone number that exists, required documents
 * and what rules them out, flags beside the user type,
 * the recorded risk disclosure and the confirmation. Throws VALIDATION_ERROR naming every field at once.
 */
export function checkAnswers(answers: ConsumerAnswers, facts: AnswerFacts, now: Date): void {
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
    fields[slot] = `Upload ${SLOT_LABELS[slot]}`
  for (const { slot, message } of submissionProblems(
    answers.docType,
    facts.documents.map(givenDocument),
    londonDate(now),
  ))
    if (mayExchange(facts.stored, slot)) fields[slot] = message
  if (!flagsMatchType(answers.userType, facts.flags)) fields.userType = FLAGS_DISAGREE
  if (!facts.riskDisclosureAccepted) fields.riskDisclosureAccepted = 'Read and accept the risk disclosure'
  if (!facts.confirmed) fields.confirmed = 'Confirm that the information is true and complete'
  const [first] = Object.values(fields)
  if (first) throw new AppError('VALIDATION_ERROR', first, { fields })
}

/** Whether the applicant could do something about a document: what a reviewer accepted is not theirs to exchange. */
function mayExchange({ record }: Pick<StoredCase, 'record'>, slot: DocumentSlot): boolean {
  const item = record.items.find(({ key }) => key === slot)
  return !item || isEditable(record, item)
}
