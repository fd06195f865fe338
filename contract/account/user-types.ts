/** Ids of the five options, as sent in `user_type` (onboarding §2.5). */
export const USER_TYPES = ['trade', 'invest', 'sell', 'buy_retire', 'corporate'] as const
export type UserType = (typeof USER_TYPES)[number]

/** The six flags of the specification, in its snake_case. */
export const USER_TYPE_FLAGS = [
  'is_trader',
  'is_investor',
  'is_seller',
  'is_developer',
  'is_buyer',
  'is_corporate',
] as const
export type UserTypeFlag = (typeof USER_TYPE_FLAGS)[number]

export interface UserTypeCard {
  id: UserType
  title: string
  description: string
  /**
   * What a person with this type is, within a sentence and to staff; everywhere else the title says what they
   * chose.
   */
  noun: string
  needsSelfCertification: boolean
}

/** The five cards in the order shown. */
export const USER_TYPE_CARDS: readonly UserTypeCard[] = [
  {
    id: 'trade',
    title: 'Trade credits',
    description: 'Buy and sell carbon credits on the marketplace for profit.',
    noun: 'Trader',
    needsSelfCertification: true,
  },
  {
    id: 'invest',
    title: 'Invest in credits',
    description: 'Hold carbon credits or fund projects as a longer-term investment.',
    noun: 'Investor',
    needsSelfCertification: true,
  },
  {
    id: 'sell',
    title: 'Sell credits as a project developer',
    description: 'List credits from projects that you develop or represent.',
    noun: 'Seller',
    needsSelfCertification: false,
  },
  {
    id: 'buy_retire',
    title: 'Buy and retire credits',
    description: 'Buy credits and retire them to compensate for emissions.',
    noun: 'Buyer',
    needsSelfCertification: false,
  },
  {
    id: 'corporate',
    title: 'Corporate access',
    description: 'Manage credits and reporting on behalf of a company or organisation.',
    noun: 'Corporate',
    needsSelfCertification: false,
  },
]

/** The chip on the trade and invest cards (design §9.3). */
export const SELF_CERTIFICATION_CHIP = 'Needs self-certification'
/** Shown next to the cards that advance automatically in onboarding, before anyone chooses (design §9.3). */
export const AUTO_ADVANCE_HINT = 'Choosing this takes you straight to the next step.'
/** Delay of the automatic advance after such a choice (onboarding §4.1). */
export const AUTO_ADVANCE_MS = 250
/** Delay of the redirect after a 403 that requires certification (onboarding §4.4). */
export const CERTIFICATION_REDIRECT_MS = 1500
/** The certification a trader or an investor needs, and the default of `certificationType` in a 403. */
export const TRADER_CERTIFICATION_TYPE = 'trader'
