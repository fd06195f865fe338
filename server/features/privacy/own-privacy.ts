import { desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { getPrivacy } from '#contract/privacy/privacy.ts'
import { erasurePlan } from '#domain/privacy/retention.ts'
import { relationshipOf } from '#server/model/people/relationships.ts'
import { complaints, erasureRequests } from '#server/model/schema/privacy.ts'
import type { Services } from '#server/services.ts'
import { presentComplaint, presentErasure } from './presenters.ts'

/** A person's requests about their data, and what an erasure would do today. A legal hold is not told here. */
export async function ownPrivacy(
  { database: { db }, config, now }: Pick<Services, 'database' | 'config' | 'now'>,
  userId: number,
): Promise<z.input<typeof getPrivacy.answer>> {
  const [erasure] = await db
    .select()
    .from(erasureRequests)
    .where(eq(erasureRequests.userId, userId))
    .orderBy(desc(erasureRequests.id))
    .limit(1)
  const made = await db
    .select()
    .from(complaints)
    .where(eq(complaints.userId, userId))
    .orderBy(desc(complaints.id))
  return {
    erasure: erasure ? presentErasure(erasure) : null,
    plan: erasurePlan(await relationshipOf(db, userId), now(), config.retention, config.dateStyle),
    complaints: made.map(presentComplaint),
  }
}
