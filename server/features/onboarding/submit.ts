import { and, eq, isNull } from 'drizzle-orm'
import type { ConsumerAnswers } from '#contract/onboarding.ts'
import { consumerItemKeys } from '#domain/cases/case-items.ts'
import type { Evidence } from '#domain/cases/case-record.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type KycProfileRow, kycProfiles } from '#server/platform/database/schema/cases.ts'
import type { DocumentRow } from '#server/platform/database/schema/documents.ts'
import { users } from '#server/platform/database/schema/users.ts'
import { PERSON_FINGERPRINTS } from '#server/records/cases/fingerprints.ts'
import { findKycProfile } from '#server/records/cases/kyc-profiles.ts'
import type { Services } from '#server/services.ts'
import { checkAnswers } from './check-answers.ts'
import { type Submission, type Submitted, submitForm } from './submission.ts'

export interface ConsumerSubmission extends Submission {
  answers: ConsumerAnswers
  confirmed: boolean
}

/** Submits a person's own verification. Throws what `checkAnswers` and the case refuse. */
export function submitConsumer(
  services: Services,
  { answers, confirmed, ...submission }: ConsumerSubmission,
): Promise<Submitted<KycProfileRow>> {
  const { minimumAge } = services.config
  return submitForm(services, submission, {
    kind: 'consumer',
    find: findKycProfile,
    answers: () => answers,
    check: (_, facts) => checkAnswers(answers, { ...facts, confirmed, minimumAge }, facts.at),
    evidence: (given, documents) => evidenceOf(given, documents),
    save: upsertProfile,
  })
}

async function upsertProfile(
  tx: Db,
  { userId, caseId, at }: { userId: number; caseId: number; at: Date },
  answers: ConsumerAnswers,
): Promise<KycProfileRow> {
  const { firstName, lastName, dob, email, phone, address, docType } = answers
  const values = { firstName, lastName, dob, email, phone, address, docType, updatedAt: at }
  const [row] = await tx
    .insert(kycProfiles)
    .values({ userId, caseId, createdAt: at, ...values })
    .onConflictDoUpdate({ target: kycProfiles.userId, set: values })
    .returning()
  if (!row) throw new Error('An upsert answers with its row')
  // A provider may know no name; staff and mails then call the person by the one they gave.
  await tx
    .update(users)
    .set({ name: `${firstName} ${lastName}` })
    .where(and(eq(users.id, userId), isNull(users.name)))
  return row
}

/** What each item of a person's case rests on. */
export function evidenceOf(
  answers: Omit<ConsumerAnswers, 'userType'>,
  documents: readonly DocumentRow[],
): Evidence[] {
  const data: Record<string, string> = {
    name: PERSON_FINGERPRINTS.name(answers),
    birth_date: PERSON_FINGERPRINTS.birth_date(answers),
    address: PERSON_FINGERPRINTS.address(answers),
  }
  return consumerItemKeys(answers.docType).map((key) => ({
    key,
    evidence: data[key] ?? documents.find((document) => document.slot === key)?.sha256 ?? null,
  }))
}
