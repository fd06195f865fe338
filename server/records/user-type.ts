import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { USER_TYPE_SELECTION } from '#contract/certifications.ts'
import { USER_TYPE_CARDS, type UserType, type UserTypeFlags } from '#contract/user-types.ts'
import { chooseUserType, flagsMatchType } from '#domain/user-type.ts'
import type { Db } from '#server/platform/database/database.ts'
import { certifications } from '#server/platform/database/schema/certifications.ts'
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
  await recordSelection(tx, choice, at)
  return { ...chosen, flags }
}

/**
 * Keeps the choice in the consent ledger: User Classification is complete by it even while a trader's or investor's
 * flags wait for their certification (onboarding §4).
 */
async function recordSelection(tx: Db, { userId, type, origin }: UserTypeWish, at: Date): Promise<void> {
  const card = USER_TYPE_CARDS.find(({ id }) => id === type)
  const text = card ? `${card.title}. ${card.description}` : type
  await tx
    .update(certifications)
    .set({ supersededAt: at })
    .where(
      and(
        eq(certifications.userId, userId),
        eq(certifications.certificationName, USER_TYPE_SELECTION),
        isNull(certifications.supersededAt),
      ),
    )
  await tx.insert(certifications).values({
    userId,
    certificationType: USER_TYPE_SELECTION,
    certificationName: USER_TYPE_SELECTION,
    textVersion: '1',
    certificationText: text,
    textSha256: createHash('sha256').update(text).digest('hex'),
    additionalData: { user_type: type },
    ip: origin.ip ?? null,
    userAgent: origin.userAgent ?? null,
    acknowledgedAt: at,
  })
}
