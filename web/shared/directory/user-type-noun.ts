import type { UserType } from '#contract/account/user-types.ts'

// Shorter than the labels on the cards, and without their schema, because the table loads separately.
const NOUNS: Readonly<Record<UserType, string>> = {
  trade: 'Trader',
  invest: 'Investor',
  sell: 'Seller',
  buy_retire: 'Buyer',
  corporate: 'Corporate',
}

/** The administration's label for a person of this type; an unknown one is shown as received. */
export function userTypeNoun(type: string): string {
  return Object.entries(NOUNS).find(([id]) => id === type)?.[1] ?? type
}
