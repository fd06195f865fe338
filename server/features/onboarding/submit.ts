import { and, eq, isNull, or } from 'drizzle-orm'
import type { ConsumerAnswers } from '#contract/onboarding/onboarding.ts'
import { personEvidence } from '#server/model/cases/evidence.ts'
import {
  findKycProfile,
  openProfile,
  type PersonProfile,
  profileToStore,
} from '#server/model/cases/kyc-profiles.ts'
import { kycProfiles } from '#server/model/schema/cases.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { checkAnswers } from './check-answers.ts'
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
  // A provider may know no name; the product then calls the person by the one they gave, and by the corrected one later.
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
