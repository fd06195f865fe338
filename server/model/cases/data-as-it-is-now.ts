import { BusinessAnswers } from '#contract/onboarding/business.ts'
import { ConsumerAnswers } from '#contract/onboarding/onboarding.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { normalAnswers } from '#domain/business/business-check.ts'
import { withOwnerIds } from '#domain/business/owner-ids.ts'
import type { Evidence } from '#domain/cases/case.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findBusiness } from './business-profiles.ts'
import type { StoredCase } from './cases.ts'
import { BUSINESS_DRAFT, CONSUMER_DRAFT, readDraft } from './drafts.ts'
import { companyEvidence, personEvidence } from './evidence.ts'
import { findKycProfile } from './kyc-profiles.ts'

/**
 * The fingerprint of each group of data in a returned case as it would be handed in now: the unsubmitted answers, or
 * what was submitted where there are none. Null for what is unknown, which is all of it while the answers cannot be read.
 */
export async function dataAsItIsNow(
  db: Db,
  { userId, record }: Pick<StoredCase, 'userId' | 'record'>,
): Promise<(item: ItemKey) => string | null> {
  if (record.state !== 'needs_resubmission') return () => null
  const evidence = record.kind === 'business' ? await ofCompany(db, userId) : await ofPerson(db, userId)
  return (item) => evidence.find(({ key }) => key === item)?.evidence ?? null
}

async function ofPerson(db: Db, userId: number): Promise<Evidence[]> {
  const former = await findKycProfile(db, userId)
  const { draft } = await readDraft(db, userId, CONSUMER_DRAFT)
  const answers = ConsumerAnswers.omit({ userType: true }).safeParse(draft ?? former)
  return answers.success ? personEvidence(answers.data, []) : []
}

async function ofCompany(db: Db, userId: number): Promise<Evidence[]> {
  const former = (await findBusiness(db, userId))?.answers
  const { draft } = await readDraft(db, userId, BUSINESS_DRAFT)
  const answers = BusinessAnswers.safeParse(draft ?? former)
  if (!answers.success) return []
  return companyEvidence(withOwnerIds(normalAnswers(answers.data), former?.beneficialOwners ?? []), [])
}
