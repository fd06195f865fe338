import { TRADER_CERTIFICATION_TYPE } from '#contract/account/user-types.ts'
import type { InvestorCategory } from '#contract/certifications/investor-rules.ts'
import {
  currentCertifications,
  isInForce,
  statementOf,
  storeInvestorCategory,
} from '#server/model/certifications/certifications.ts'
import { applyPendingType, type ChosenType, lockUser } from '#server/model/people/user-type.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/**
 * Puts a category into force of which the person holds a statement that has not expired, and with it a user type that
 * waited for one. Throws CERTIFICATION_REQUIRED where no such statement is held (security R17).
 */
export async function chooseInvestorCategory(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { userId, category, origin }: { userId: number; category: InvestorCategory; origin: Origin },
): Promise<ChosenType> {
  const at = now()
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    const statement = statementOf(await currentCertifications(tx, userId), category)
    if (!statement || !isInForce(statement, at)) {
      throw new AppError('CERTIFICATION_REQUIRED', 'This investor category needs a signed statement first.', {
        requiresCertification: true,
        certificationType: TRADER_CERTIFICATION_TYPE,
      })
    }
    await storeInvestorCategory(tx, user, category, { actor: { kind: 'user', id: userId }, origin, at })
    return applyPendingType(tx, user, origin, at)
  })
}
