import { and, eq, isNull } from 'drizzle-orm'
import type { BusinessAnswers } from '#contract/business.ts'
import { normalAnswers } from '#domain/business/business-check.ts'
import { businessParts, partValues } from '#domain/business/business-parts.ts'
import { type IdentifiedAnswers, withOwnerIds } from '#domain/business/owner-ids.ts'
import type { Evidence } from '#domain/cases/case-record.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { DocumentRow } from '#server/platform/database/schema/documents.ts'
import { users } from '#server/platform/database/schema/users.ts'
import { findBusiness, type StoredBusiness, saveBusiness } from '#server/records/cases/business-profiles.ts'
import { fingerprint } from '#server/records/cases/fingerprints.ts'
import type { Services } from '#server/services.ts'
import { checkBusiness, type Declarations } from './check-business.ts'
import { type Submission, type Submitted, submitForm } from './submission.ts'

export interface BusinessSubmission extends Submission {
  answers: BusinessAnswers
  declarations: Declarations
}

/** Submits the verification of a person's company. Throws what `checkBusiness` and the case refuse. */
export function submitBusiness(
  services: Services,
  { answers, declarations, ...submission }: BusinessSubmission,
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
  const saved = await saveBusiness(tx, place, answers)
  await tx
    .update(users)
    .set({ company: answers.legalName })
    .where(and(eq(users.id, place.userId), isNull(users.company)))
  return saved
}

/** What each item of a company's case rests on. */
export function companyEvidence(answers: IdentifiedAnswers, documents: readonly DocumentRow[]): Evidence[] {
  const additional = documents.find(({ slot }) => slot === 'other')
  return [
    ...businessParts(answers).map((part) => ({ key: part.key, evidence: fingerprint(partValues(part)) })),
    ...(additional ? [{ key: 'other' as const, evidence: additional.sha256 }] : []),
  ]
}
