import { eq } from 'drizzle-orm'
import type { UserType, UserTypeFlags } from '#contract/user-types.ts'
import { chooseUserType, flagsMatchType } from '#domain/user-type.ts'
import type { Db } from '#server/platform/database/database.ts'
import { users } from '#server/platform/database/schema/users.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { recordEvent } from '#server/platform/ledger/record-event.ts'
import { currentCertifications, heldCertifications } from './certifications.ts'

export interface UserTypeWish {
  userId: number
  type: UserType
  flags: Partial<UserTypeFlags>
  skipCertificationCheck: boolean
  origin: Origin
}

export interface ChosenType {
  userType: UserType | null
  pendingUserType: UserType | null
  flags: UserTypeFlags
}

/**
 * Stores what a person wants to do. The flags follow from the type; a trader or investor choice without certification
 * is kept as pending while the server's own record has onboarding open, else refused (decisions §4, security R17).
 */
export async function chooseUserTypeOf(tx: Db, choice: UserTypeWish, at: Date): Promise<ChosenType> {
  if (!flagsMatchType(choice.type, choice.flags)) {
    throw new AppError('VALIDATION_ERROR', 'The flags do not belong to this user type.', {
      fields: { user_type: 'The flags do not belong to this user type.' },
    })
  }
  const [user] = await tx.select().from(users).where(eq(users.id, choice.userId)).for('update')
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.')
  const held = heldCertifications(await currentCertifications(tx, choice.userId))
  const outcome = chooseUserType(
    { type: choice.type, skipCertificationCheck: choice.skipCertificationCheck },
    { onboardingOpen: user.onboardingCompletedAt === null, certifications: held },
    at,
  )
  if (outcome.kind === 'certification_required') {
    throw new AppError('CERTIFICATION_REQUIRED', 'This user type needs a self-certification first.', {
      requiresCertification: true,
      certificationType: outcome.certificationType,
    })
  }
  const chosen =
    outcome.kind === 'set'
      ? { userType: outcome.userType, pendingUserType: null }
      : { userType: null, pendingUserType: outcome.pendingType }
  const { flags } = outcome
  await tx
    .update(users)
    .set({
      ...chosen,
      isTrader: flags.is_trader,
      isInvestor: flags.is_investor,
      isSeller: flags.is_seller,
      isDeveloper: flags.is_developer,
      isBuyer: flags.is_buyer,
      isCorporate: flags.is_corporate,
      updatedAt: at,
    })
    .where(eq(users.id, choice.userId))
  await recordEvent(tx, {
    at,
    type: 'user.type_chosen',
    actor: { kind: 'user', id: choice.userId },
    userId: choice.userId,
    before: { userType: user.userType, pendingUserType: user.pendingUserType },
    after: chosen,
    origin: choice.origin,
  })
  return { ...chosen, flags }
}
