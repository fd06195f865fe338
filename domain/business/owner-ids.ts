import type { BusinessAnswers } from '#contract/onboarding/business.ts'
import type { BeneficialOwner } from '#contract/onboarding/business-rules.ts'
import type { FieldProblems } from './business-fields.ts'

/** The items used if there are no owners: the reason for that, and the senior manager. */
export const NO_OWNER = 'none'
export const SENIOR_MANAGER = 'senior-manager'
const RESERVED: readonly string[] = [NO_OWNER, SENIOR_MANAGER]

/** Answers in which every owner has an id. */
export interface IdentifiedAnswers extends Omit<BusinessAnswers, 'beneficialOwners'> {
  beneficialOwners: (BeneficialOwner & { id: string })[]
}

/** Returns the problems of the submitted ids: each must be unique and none may be one of ours. */
export function ownerIdProblems(owners: readonly Pick<BeneficialOwner, 'id'>[]): FieldProblems {
  const problems: Record<string, string> = {}
  owners.forEach(({ id }, index) => {
    const isTaken = id !== undefined && owners.findIndex((other) => other.id === id) < index
    if (isTaken || RESERVED.includes(id ?? '')) problems[`beneficialOwners.${index}.id`] = 'Unknown person'
  })
  return problems
}

/**
 * Gives every owner an id that stays the same from round to round, so that verdicts stay with them: the submitted id,
 * otherwise that of the same name in the previous submission, otherwise the next free one.
 */
export function withOwnerIds(
  answers: BusinessAnswers,
  former: readonly { id: string; fullName: string }[],
): IdentifiedAnswers {
  const taken = new Set(answers.beneficialOwners.flatMap(({ id }) => id ?? []))
  const free = former.filter(({ id }) => !taken.has(id))
  let last = Math.max(0, ...[...taken, ...former.map(({ id }) => id)].map(numberOf))
  const beneficialOwners = answers.beneficialOwners.map((owner) => {
    if (owner.id !== undefined) return { ...owner, id: owner.id }
    const place = free.findIndex(({ fullName }) => nameKey(fullName) === nameKey(owner.fullName))
    const [same] = place < 0 ? [] : free.splice(place, 1)
    if (!same) last += 1
    return { ...owner, id: same?.id ?? `o${last}` }
  })
  return { ...answers, beneficialOwners }
}

function numberOf(id: string): number {
  const [, digits] = /^o(\d{1,9})$/.exec(id) ?? []
  return Number(digits ?? 0)
}

function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
