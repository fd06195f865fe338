import { createHash } from 'node:crypto'
import { DocType } from '#contract/documents/document-schemas.ts'
import { BusinessAnswers } from '#contract/onboarding/business.ts'
import { type ConsumerPart, fieldsOfPart, isConsumerPart } from '#contract/onboarding/consumer-fields.ts'
import { ConsumerAnswers, type GivenAnswers } from '#contract/onboarding/onboarding.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { normalAnswers } from '#domain/business/business-check.ts'
import { businessParts, partValues } from '#domain/business/business-parts.ts'
import { type IdentifiedAnswers, withOwnerIds } from '#domain/business/owner-ids.ts'
import type { Evidence } from '#domain/cases/case.ts'
import { consumerItemKeys } from '#domain/cases/case-items.ts'
import { type ChosenId, withChosenId } from '#domain/cases/chosen-id.ts'
import type { GivenFile, PrintedDates } from '#domain/cases/document-problems.ts'
import { isIdSide } from '#domain/cases/document-requirements.ts'
import { returnedItemsOf } from '#domain/cases/returned-items.ts'
import type { DocumentRow } from '#server/model/schema/documents.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findBusiness } from './business-profiles.ts'
import type { StoredCase } from './cases.ts'
import { chosenDocType, currentDocuments, docTypeOf, givenDocument } from './documents.ts'
import { BUSINESS_DRAFT, CONSUMER_DRAFT, readDraft } from './drafts.ts'
import { findKycProfile } from './kyc-profiles.ts'

/** What each item of a person's case rests on. */
export function personEvidence(answers: GivenAnswers, documents: readonly DocumentRow[]): Evidence[] {
  const given = documents.map(({ slot }) => slot)
  return consumerItemKeys(answers.docType, given).map((key) => ({
    key,
    evidence: isConsumerPart(key)
      ? partFingerprint(key, answers)
      : (documents.find((document) => document.slot === key)?.sha256 ?? null),
  }))
}

/** What each item of a company's case rests on. */
export function companyEvidence(answers: IdentifiedAnswers, documents: readonly DocumentRow[]): Evidence[] {
  const additional = documents.find(({ slot }) => slot === 'other')
  return [
    ...businessParts(answers).map((part) => ({ key: part.key, evidence: fingerprint(partValues(part)) })),
    ...(additional ? [{ key: 'other' as const, evidence: additional.sha256 }] : []),
  ]
}

/** A fingerprint of data, so that a changed answer is noticed. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** The fingerprint of the answers under an item of a person's case; unanswered fields aren't part of it. */
export function partFingerprint(part: ConsumerPart, answers: GivenAnswers): string {
  const given = fieldsOfPart(part).flatMap((name) => answers[name] ?? [])
  // A single answer without its name, as in fingerprints that are stored already.
  return fingerprint(given.length === 1 ? given[0] : given)
}

/**
 * The fingerprint of each group of data in a returned case as it would be submitted now: the draft's answers,
 * or the submitted ones if there is none. Null for what is gone; undefined for everything while the answers can't be
 * read.
 */
async function dataAsItIsNow(
  db: Db,
  { userId, current }: Pick<StoredCase, 'userId' | 'current'>,
): Promise<(item: ItemKey) => string | null | undefined> {
  if (current.state !== 'needs_resubmission') return () => undefined
  const evidence = current.kind === 'business' ? await ofCompany(db, userId) : await ofPerson(db, userId)
  return (item) => evidence && (evidence.find(({ key }) => key === item)?.evidence ?? null)
}

/**
 * The ID of a returned person as it would be submitted now: of the kind in the draft, or of the submitted one if there
 * is none. Null for a company, and for a case in any other state.
 */
async function idAsItIsNow(
  db: Db,
  { userId, current }: Pick<StoredCase, 'userId' | 'current'>,
): Promise<ChosenId | null> {
  if (current.state !== 'needs_resubmission' || current.kind === 'business') return null
  const former = await findKycProfile(db, userId)
  const { draft } = await readDraft(db, userId, CONSUMER_DRAFT)
  const rows = await currentDocuments(db, userId, 'consumer')
  return {
    docType: chosenDocType(draft?.docType ?? former?.docType, rows),
    files: filesOfCase(current, rows, former),
  }
}

/** A case as it would be submitted now. One that was not returned is as it was submitted. */
export interface CaseAsItIsNow {
  /** With the ID that is chosen now. */
  current: StoredCase['current']
  /** What was returned, and whether it is fixed. */
  returned: ReturnType<typeof returnedItemsOf>
}

/** Works out how a case would be submitted now. */
export async function caseAsItIsNow(
  db: Db,
  stored: Pick<StoredCase, 'userId' | 'current'>,
): Promise<CaseAsItIsNow> {
  const data = await dataAsItIsNow(db, stored)
  const id = await idAsItIsNow(db, stored)
  const { current } = stored
  return {
    current: id ? withChosenId(current, id) : current,
    returned: returnedItemsOf(current, data, id),
  }
}

/**
 * The kind of ID that a person gives now. Who confirms their details answers it only with that, so until then a picture
 * that they have given since their approval says it.
 */
export function docTypeNow(
  answered: unknown,
  rows: readonly DocumentRow[],
  own: Pick<StoredCase, 'current' | 'decidedAt'> | undefined,
): DocType | null {
  const since = own?.current.state === 'reverification_due' ? own.decidedAt : null
  const given = since ? rows.filter(({ createdAt }) => createdAt > since) : []
  return chosenDocType(given.map(docTypeOf).find((type) => type !== null) ?? answered, rows)
}

/** The files of a person's case. An accepted side of the ID whose kind was not said is of the kind that was submitted. */
export function filesOfCase(
  { items }: Pick<StoredCase['current'], 'items'>,
  rows: readonly DocumentRow[],
  former: { docType: string } | undefined,
): (GivenFile & PrintedDates)[] {
  return rows.map(givenDocument).map((file) => {
    const isAccepted = isIdSide(file.slot) && items.some(({ key, isFinal }) => key === file.slot && isFinal)
    const submitted = DocType.safeParse(former?.docType).data ?? null
    return isAccepted ? { ...file, docType: file.docType ?? submitted } : file
  })
}

async function ofPerson(db: Db, userId: number): Promise<Evidence[] | undefined> {
  const former = await findKycProfile(db, userId)
  const { draft } = await readDraft(db, userId, CONSUMER_DRAFT)
  const answers = ConsumerAnswers.omit({ userType: true }).safeParse(draft ?? former)
  return answers.success ? personEvidence(answers.data, []) : undefined
}

async function ofCompany(db: Db, userId: number): Promise<Evidence[] | undefined> {
  const answers = await companyAsItIsNow(db, userId)
  return answers && companyEvidence(answers, [])
}

/** A returned company's answers as they would be submitted now; undefined while they can't be read. */
export async function companyAsItIsNow(db: Db, userId: number): Promise<IdentifiedAnswers | undefined> {
  const former = (await findBusiness(db, userId))?.answers
  const { draft } = await readDraft(db, userId, BUSINESS_DRAFT)
  const answers = BusinessAnswers.safeParse(draft ?? former)
  return answers.success
    ? withOwnerIds(normalAnswers(answers.data), former?.beneficialOwners ?? [])
    : undefined
}
