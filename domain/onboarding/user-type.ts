import type { UserFlags, UserTypeFlags } from '#contract/account/user-type-schemas.ts'
import {
  TRADER_CERTIFICATION_TYPE,
  USER_TYPE_FLAGS,
  USER_TYPES,
  type UserType,
  type UserTypeFlag,
} from '#contract/account/user-types.ts'

const TO_CERTIFY = 'You also need to certify yourself to trade or invest'
/** What everyone reads who chose to trade or invest and isn't certified yet. */
export const NOW_OR_LATER = `${TO_CERTIFY}: now, or later when you like. We keep your choice until then.`
/** The same for a visitor. */
export const WITH_AN_ACCOUNT = `${TO_CERTIFY}, once you have an account. We keep your choice until then.`

/** A certification that someone holds. `expiresAt` null: never. */
export interface HeldCertification {
  type: string
  name: string
  expiresAt: Date | null
}

export type UserTypeChoice =
  /** Takes effect now. */
  | { kind: 'set'; userType: UserType; flags: UserTypeFlags }
  /** Stored for later: the flags stay false until the certification is complete (choices §4.1). */
  | { kind: 'deferred'; pendingType: UserType; flags: UserTypeFlags; certificationType: string }
  /** Refused with 403 (onboarding §4.4). */
  | { kind: 'certification_required'; certificationType: string }

/** Returns someone's stored user type; null if there is none, or it is not one of the contract's types. */
export function storedUserType(text: string | null): UserType | null {
  return USER_TYPES.find((type) => type === text) ?? null
}

const FLAGS_OF: Readonly<Record<UserType, readonly UserTypeFlag[]>> = {
  trade: ['is_trader'],
  invest: ['is_investor'],
  sell: ['is_seller', 'is_developer'],
  buy_retire: ['is_buyer'],
  corporate: ['is_corporate'],
}

/** Returns exactly the flags that a type sets (onboarding §2.5). */
export function flagsForType(type: UserType | null): UserTypeFlags {
  const set: readonly UserTypeFlag[] = type ? FLAGS_OF[type] : []
  return {
    is_trader: set.includes('is_trader'),
    is_investor: set.includes('is_investor'),
    is_seller: set.includes('is_seller'),
    is_developer: set.includes('is_developer'),
    is_buyer: set.includes('is_buyer'),
    is_corporate: set.includes('is_corporate'),
  }
}

/** The message for flags that contradict their type. */
export const FLAGS_DISAGREE = 'The flags do not belong to this user type'

/** Whether flags sent with a type agree with it; absent ones are ignored (security R29). */
export function flagsMatchType(type: UserType, flags: Partial<UserTypeFlags>): boolean {
  const expected = flagsForType(type)
  return USER_TYPE_FLAGS.every((flag) => flags[flag] === undefined || flags[flag] === expected[flag])
}

/** Returns the flags in camelCase. */
export function userFlags(flags: UserTypeFlags): UserFlags {
  return {
    isTrader: flags.is_trader,
    isInvestor: flags.is_investor,
    isSeller: flags.is_seller,
    isDeveloper: flags.is_developer,
    isBuyer: flags.is_buyer,
    isCorporate: flags.is_corporate,
  }
}

/** Whether a type needs self-certification: trade and invest do (onboarding §2.5). */
export function needsSelfCertification(type: UserType): boolean {
  return type === 'trade' || type === 'invest'
}

/** Whether a certification is the one for traders and investors (onboarding §4.5). */
export function isTraderCertification(certification: { type: string; name: string }): boolean {
  return (
    certification.type === 'investor_category' ||
    certification.name === 'trader_certification' ||
    certification.name.includes('investor_')
  )
}

/** Whether a type still needs a certification, given those held; an expired one no longer counts (choices §4.3). */
export function requiresCertification(
  type: UserType,
  certifications: readonly HeldCertification[],
  now: Date,
): boolean {
  if (!needsSelfCertification(type)) return false
  return !certifications.some(
    (held) => isTraderCertification(held) && (held.expiresAt === null || held.expiresAt > now),
  )
}

/**
 * Returns the effect of choosing a type. The hint `skipCertificationCheck` only counts while an onboarding is in
 * progress according to the server's own data (choices §4.1, security R17).
 */
export function chooseUserType(
  choice: { type: UserType; skipCertificationCheck: boolean },
  user: { onboardingOpen: boolean; certifications: readonly HeldCertification[] },
  now: Date,
): UserTypeChoice {
  const { type } = choice
  if (!requiresCertification(type, user.certifications, now)) {
    return { kind: 'set', userType: type, flags: flagsForType(type) }
  }
  const certificationType = TRADER_CERTIFICATION_TYPE
  if (!choice.skipCertificationCheck || !user.onboardingOpen)
    return { kind: 'certification_required', certificationType }
  return { kind: 'deferred', pendingType: type, flags: flagsForType(null), certificationType }
}
