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
 * Puts into force a category for which the person holds an unexpired statement, and with it a pending user
 * type. Throws CERTIFICATION_REQUIRED if they hold none (security R17).
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
