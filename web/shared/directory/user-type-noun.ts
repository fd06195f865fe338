import type { UserType } from '#contract/account/user-types.ts'

// Shorter than on the cards people choose from, and without their schema: the table loads on its own.
const NOUNS: Readonly<Record<UserType, string>> = {
  trade: 'Trader',
  invest: 'Investor',
  sell: 'Seller',
  buy_retire: 'Buyer',
  corporate: 'Corporate',
}

/** How a person with this type is called in administration; an unknown word is shown as it arrives. */
export function userTypeNoun(type: string): string {
  return Object.entries(NOUNS).find(([id]) => id === type)?.[1] ?? type
}
