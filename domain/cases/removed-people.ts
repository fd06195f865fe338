import type { ItemKey } from '#contract/verification/cases.ts'

/** Who is no longer among a company's owners or representatives, and who of the others is decided again for that. */
export interface Removal<Person> {
  removed: Person[]
  decidedAgain: Person[]
}

/**
 * Compares a company's items with those of its next submission. Where an owner or a representative was removed, the
 * others are decided again, because they now have to be complete without that person (cases, Removed people).
 */
export function removalOf(before: readonly ItemKey[], next: readonly ItemKey[]): Removal<ItemKey> {
  const removed = before.filter((key) => roleOf(key) !== null && !next.includes(key))
  const roles = removed.map(roleOf)
  return { removed, decidedAgain: next.filter((key) => before.includes(key) && roles.includes(roleOf(key))) }
}

function roleOf(key: ItemKey): string | null {
  const [role = '', id] = key.split(':')
  return id === undefined ? null : role
}
