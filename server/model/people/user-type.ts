import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import { USER_TYPE_CARDS, type UserType } from '#contract/account/user-types.ts'
import { USER_TYPE_SELECTION } from '#contract/certifications/certifications.ts'
import {
  chooseUserType,
  FLAGS_DISAGREE,
  flagsForType,
  flagsMatchType,
  requiresCertification,
  storedUserType,
} from '#domain/onboarding/user-type.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { currentCertifications, heldCertifications } from '#server/model/certifications/certifications.ts'
import { certifications } from '#server/model/schema/certifications.ts'
import { type UserRow, users } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { flagsOf } from './user-view.ts'

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
 * Stores what a person wants to do. The flags follow from the type. A trader or investor choice without
 * certification is kept as pending while onboarding is open in the server's own record, otherwise refused
 * (choices §4.1, security R17).
 */
export async function chooseUserTypeOf(tx: Db, choice: UserTypeWish, at: Date): Promise<ChosenType> {
  if (!flagsMatchType(choice.type, choice.flags)) {
    throw new AppError('VALIDATION_ERROR', FLAGS_DISAGREE, { fields: { user_type: FLAGS_DISAGREE } })
  }
  const user = await lockUser(tx, choice.userId)
  const held = heldCertifications(await currentCertifications(tx, choice.userId))
  const outcome = chooseUserType(
    { type: choice.type, skipCertificationCheck: choice.skipCertificationCheck },
    { onboardingOpen: user.onboardingCompletedAt === null, certifications: held },
    at,
  )
  if (outcome.kind === 'certification_required') {
    throw new AppError('CERTIFICATION_REQUIRED', 'Certify yourself as an investor before you choose this.', {
      requiresCertification: true,
      certificationType: outcome.certificationType,
    })
  }
  const chosen =
    outcome.kind === 'set'
      ? { userType: outcome.userType, pendingUserType: null }
      : { userType: null, pendingUserType: outcome.pendingType }
  const stored = await storeType(tx, user, chosen, {
    actor: { kind: 'user', id: choice.userId },
    origin: choice.origin,
    at,
  })
  await recordSelection(tx, choice, at)
  return stored
}

/**
 * Locks a person's row, so that its changes follow one another; but not its key, which each new row that refers
 * to the person shares: two transactions starting the person's two cases would wait for each other. Throws
 * NOT_FOUND.
 */
export async function lockUser(tx: Db, userId: number): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!user) throw new AppError('NOT_FOUND', 'There is no such user.')
  return user
}

/** Puts a pending trader or investor choice into force once its certification is held (choices §4.1). */
export async function applyPendingType(tx: Db, user: UserRow, origin: Origin, at: Date): Promise<ChosenType> {
  const pending = storedUserType(user.pendingUserType)
  const held = heldCertifications(await currentCertifications(tx, user.id))
  if (!pending || requiresCertification(pending, held, at)) return chosenType(user)
  return storeType(
    tx,
    user,
    { userType: pending, pendingUserType: null },
    { actor: { kind: 'user', id: user.id }, origin, at },
  )
}

/** Removes a trader's or investor's flags and makes the type pending, because its certification has ended. */
export async function suspendType(tx: Db, user: UserRow, at: Date): Promise<ChosenType> {
  const type = storedUserType(user.userType)
  return storeType(tx, user, { userType: null, pendingUserType: type }, { actor: { kind: 'system' }, at })
}

/** The only way to store a type: its flags follow from it, and its event is recorded with it (security R19, R29). */
async function storeType(
  tx: Db,
  user: UserRow,
  chosen: Pick<ChosenType, 'userType' | 'pendingUserType'>,
  { actor, origin, at }: { actor: ActingUser; origin?: Origin; at: Date },
): Promise<ChosenType> {
  const flags = flagsForType(chosen.userType)
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
    .where(eq(users.id, user.id))
  await recordEvent(tx, {
    at,
    type: 'user.type_chosen',
    actor,
    userId: user.id,
    before: { userType: user.userType, pendingUserType: user.pendingUserType },
    after: chosen,
    origin,
  })
  return { ...chosen, flags }
}

/** The type as stored. */
function chosenType(user: UserRow): ChosenType {
  return {
    userType: storedUserType(user.userType),
    pendingUserType: storedUserType(user.pendingUserType),
    flags: flagsOf(user),
  }
}

/**
 * Records the choice, which completes User Classification even while a trader's or investor's flags await their
 * certification (onboarding §4.4).
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
