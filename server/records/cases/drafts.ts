import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { BusinessDraft } from '#contract/business.ts'
import type { CaseKind } from '#contract/cases.ts'
import { ConsumerDraft } from '#contract/onboarding.ts'
import type { Db } from '#server/platform/database/database.ts'
import { drafts } from '#server/platform/database/schema/cases.ts'

/** The drafts of one kind: each person has one of each. */
export interface DraftForm<Draft> {
  kind: CaseKind
  schema: z.ZodType<Draft>
}

export const CONSUMER_DRAFT: DraftForm<ConsumerDraft> = { kind: 'consumer', schema: ConsumerDraft }
export const BUSINESS_DRAFT: DraftForm<BusinessDraft> = { kind: 'business', schema: BusinessDraft }

export interface SavedDraft<Draft> {
  draft: Draft | null
  revision: number
  /** ISO 8601, as it leaves. */
  savedAt: string | null
}

/** The unsubmitted answers of a person; revision 0 when there are none. */
export async function readDraft<Draft>(
  db: Db,
  userId: number,
  form: DraftForm<Draft>,
): Promise<SavedDraft<Draft>> {
  const [row] = await db.select().from(drafts).where(isDraftOf(userId, form))
  return row
    ? {
        draft: form.schema.parse(row.data),
        revision: row.revision,
        savedAt: row.updatedAt.toISOString(),
      }
    : { draft: null, revision: 0, savedAt: null }
}

/** The draft of one person and one kind. */
export function isDraftOf(userId: number, { kind }: Pick<DraftForm<unknown>, 'kind'>) {
  return and(eq(drafts.userId, userId), eq(drafts.kind, kind))
}
