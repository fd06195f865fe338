import { and, eq, isNull, or } from 'drizzle-orm'
import type { BusinessAnswers } from '#contract/onboarding/business.ts'
import { normalAnswers } from '#domain/business/business-check.ts'
import { type IdentifiedAnswers, withOwnerIds } from '#domain/business/owner-ids.ts'
import { findBusiness, type StoredBusiness, saveBusiness } from '#server/model/cases/business-profiles.ts'
import { companyEvidence } from '#server/model/cases/evidence.ts'
import { users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { checkBusiness, type Declarations } from './check-business.ts'
import { type Submission, type Submitted, submitForm } from './submission.ts'

export interface BusinessToSubmit extends Submission {
  answers: BusinessAnswers
  declarations: Declarations
}

/** Submits the verification of a person's company. Throws what `checkBusiness` and the case refuse. */
export function submitBusiness(
  services: Services,
  { answers, declarations, ...submission }: BusinessToSubmit,
): Promise<Submitted<StoredBusiness>> {
  return submitForm(services, submission, {
    kind: 'business',
    find: findBusiness,
    answers: (former) => withOwnerIds(normalAnswers(answers), former?.answers.beneficialOwners ?? []),
    check: (read, facts) => checkBusiness(read, { ...facts, declarations }),
    evidence: companyEvidence,
    save: saveCompany,
  })
}

async function saveCompany(
  tx: Db,
  place: { userId: number; caseId: number; at: Date },
  answers: IdentifiedAnswers,
): Promise<StoredBusiness> {
  const former = await findBusiness(tx, place.userId)
  const saved = await saveBusiness(tx, place, answers)
  // A corrected name follows the one that came from here; one that was typed in the account stays.
  const isTheirs = former
    ? or(isNull(users.company), eq(users.company, former.answers.legalName))
    : isNull(users.company)
  await tx
    .update(users)
    .set({ company: answers.legalName })
    .where(and(eq(users.id, place.userId), isTheirs))
  return saved
}
