import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { BusinessDraft } from '#contract/onboarding/business.ts'
import { ConsumerDraft } from '#contract/onboarding/onboarding.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { withAcceptedCompany, withAcceptedPerson } from '#domain/cases/accepted-answers.ts'
import type { Case } from '#domain/cases/case.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { type DraftRow, drafts, type StoredDraft } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'
import { findBusiness } from './business-profiles.ts'
import { findCase, type StoredCase } from './cases.ts'
import { findKycProfile } from './kyc-profiles.ts'

/** Drafts of one kind; a person has at most one of each. */
export interface DraftForm<Draft> {
  kind: CaseKind
  schema: z.ZodType<Draft>
  /** The draft with what was accepted as it was submitted. */
  withAccepted(db: Db, userId: number, draft: Draft, current: Case): Promise<object>
}

export const CONSUMER_DRAFT: DraftForm<ConsumerDraft> = {
  kind: 'consumer',
  schema: ConsumerDraft,
  withAccepted: async (db, userId, draft, current) => {
    const submitted = await findKycProfile(db, userId)
    return submitted ? withAcceptedPerson(draft, submitted, current) : draft
  },
}
export const BUSINESS_DRAFT: DraftForm<BusinessDraft> = {
  kind: 'business',
  schema: BusinessDraft,
  withAccepted: async (db, userId, draft, current) => {
    const submitted = await findBusiness(db, userId)
    return submitted ? withAcceptedCompany(draft, submitted.answers, current) : draft
  },
}

export interface SavedDraft<Draft> {
  draft: Draft | null
  revision: number
  /** ISO 8601, for the wire. */
  savedAt: string | null
}

/**
 * A person's unsubmitted answers, with what was accepted as it was submitted; revision 0 if none are stored. What a page
 * that was opened before a submission has saved after it counts as none.
 */
export async function readDraft<Draft>(
  db: Db,
  userId: number,
  form: DraftForm<Draft>,
): Promise<SavedDraft<Draft>> {
  const [row] = await db.select().from(drafts).where(isDraftOf(userId, form))
  if (!row) return { draft: null, revision: 0, savedAt: null }
  const stored = await findCase(db, userId, form.kind)
  if (stored && isBeforeDecision(row, stored)) return { draft: null, revision: row.revision, savedAt: null }
  const draft = form.schema.parse(openDraft(db, row))
  return {
    draft: stored ? form.schema.parse(await form.withAccepted(db, userId, draft, stored.current)) : draft,
    revision: row.revision,
    savedAt: row.updatedAt.toISOString(),
  }
}

function isBeforeDecision({ updatedAt }: DraftRow, { current, decidedAt }: StoredCase): boolean {
  return isWithUs(current.state) || (decidedAt !== null && updatedAt < decidedAt)
}

/** One person's draft of one kind. */
export function isDraftOf(userId: number, { kind }: Pick<DraftForm<unknown>, 'kind'>) {
  return and(eq(drafts.userId, userId), eq(drafts.kind, kind))
}

/** A draft as stored: answers encrypted, the step in plain text, because a draft with only a step has no answers. */
export async function storedDraft(
  db: Db,
  { userId, kind }: Pick<DraftRow, 'userId' | 'kind'>,
  draft: Readonly<Record<string, unknown>>,
): Promise<StoredDraft> {
  const { step, ...answers } = draft
  if (JSON.stringify(answers) === '{}') return { step }
  const seal = await sealerFor(db)
  const sealed = seal.json<Record<string, unknown>>(answers, placeOf({ userId, kind }))
  return typeof sealed === 'string' ? { step, sealed } : draft
}

/** The original answers of a row. Throws if they were altered or are another person's. */
export function openDraft(
  db: Db,
  { data, ...of }: Pick<DraftRow, 'userId' | 'kind' | 'data'>,
): Record<string, unknown> {
  const { sealed, ...open } = data
  return sealed === undefined ? open : { ...open, ...openJson(db, sealed, placeOf(of)) }
}

function placeOf({ userId, kind }: Pick<DraftRow, 'userId' | 'kind'>): FieldPlace {
  return ['drafts', 'data', `${userId}:${kind}`]
}
