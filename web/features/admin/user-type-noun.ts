import { USER_TYPE_CARDS } from '#contract/user-types.ts'

/** How a person with this type is called; an unknown word is shown as it arrives. */
export function userTypeNoun(type: string): string {
  return USER_TYPE_CARDS.find((card) => card.id === type)?.noun ?? type
}
