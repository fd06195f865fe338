import { eq } from 'drizzle-orm'
import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Origin } from '#server/platform/http/request-context.ts'

/** Stores which category is in force for a locked person, or that none is; what is so already changes nothing. */
export async function storeInvestorCategory(
  tx: Db,
  user: UserRow,
  category: InvestorCategory | null,
  { actor, origin, at }: { actor: ActingUser; origin?: Origin; at: Date },
): Promise<void> {
  if (user.investorCategory === category) return
  await tx.update(users).set({ investorCategory: category, updatedAt: at }).where(eq(users.id, user.id))
  await recordEvent(tx, {
    at,
    type: 'user.investor_category_set',
    actor,
    userId: user.id,
    before: { investorCategory: user.investorCategory },
    after: { investorCategory: category },
    origin,
  })
}
