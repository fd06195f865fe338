import { and, eq, isNull, or } from 'drizzle-orm'
import type { ConsumerAnswers } from '#contract/onboarding.ts'
import type { Db } from '#server/platform/database/database.ts'
import { kycProfiles } from '#server/platform/database/schema/cases.ts'
import { users } from '#server/platform/database/schema/users.ts'
import { sealerFor } from '#server/platform/fields/stored-values.ts'
import { personEvidence } from '#server/records/cases/evidence.ts'
import {
  birthPlace,
  findKycProfile,
  openProfile,
  type PersonProfile,
} from '#server/records/cases/kyc-profiles.ts'
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
  const { firstName, lastName, dob, email, phone, address, docType } = answers
  const seal = await sealerFor(tx)
  const sealed = { dob: seal.text(dob, birthPlace(userId)) }
  const values = { firstName, lastName, ...sealed, email, phone, address, docType, updatedAt: at }
  const former = await findKycProfile(tx, userId)
  const [row] = await tx
    .insert(kycProfiles)
    .values({ userId, caseId, createdAt: at, ...values })
    .onConflictDoUpdate({ target: kycProfiles.userId, set: values })
    .returning()
  if (!row) throw new Error('An upsert answers with its row')
  // A provider may know no name; the product then calls the person by the one they gave, and by the corrected one later.
  const isTheirs = former
    ? or(isNull(users.name), eq(users.name, `${former.firstName} ${former.lastName}`))
    : isNull(users.name)
  await tx
    .update(users)
    .set({ name: `${firstName} ${lastName}` })
    .where(and(eq(users.id, userId), isTheirs))
  return openProfile(tx, row)
}
