import { readBirth } from '#contract/onboarding/birth.ts'
import { OWNERSHIP_THRESHOLD_PERCENT } from '#contract/onboarding/business-people.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { type BusinessFields, type FieldProblems, isBlank, type OwnerFields } from './business-fields.ts'
import { SENIOR_MANAGER } from './owner-ids.ts'
import { type BirthRules, birthProblems } from './people-births.ts'
import { excessOwnership, percentText, shareProblem, WHOLE } from './shares.ts'

/**
 * Returns the problems of the ownership as a whole: either owners or one reason why there are none; the senior
 * manager for any reason other than `listed`; at most 100 % held directly; no one twice (choices §4.6, security R29).
 */
export function ownershipProblems(fields: BusinessFields, rules: BirthRules = {}): FieldProblems {
  const owners = fields.beneficialOwners ?? []
  if (owners.length === 0) return noOwnerProblems(fields, rules)
  const problems: Record<string, string> = {}
  if (!isBlank(fields.noUboReason))
    problems.noUboReason = 'Add the owners or choose why there are none, not both'
  const excess = excessOwnership(owners)
  if (excess && excess.direct > WHOLE)
    problems.beneficialOwners = `The shares held directly come to ${percentText(excess.direct)}%, and can’t be more than 100%. Check them, or name what they are held through under “Held Through”`
  owners.forEach((owner, index) => {
    const path = `beneficialOwners.${index}`
    Object.assign(problems, personProblems(path, `owner:${owner.id ?? ''}`, owner, rules))
    const share = shareProblem(owner.ownershipPercent)
    if (share) problems[`${path}.ownershipPercent`] = share
    if (isListedBefore(owner, owners.slice(0, index)))
      problems[`${path}.fullName`] =
        `${owner.fullName?.trim()} is listed twice. Add the shares together in one entry, or add a middle name if these are two people`
  })
  return problems
}

/** Whether a company must name its senior manager: always if it has no owners, unless it is listed (choices §4.6). */
export function needsSeniorManager(
  fields: Pick<BusinessFields, 'beneficialOwners' | 'noUboReason'>,
): boolean {
  return !fields.beneficialOwners?.length && !isBlank(fields.noUboReason) && fields.noUboReason !== 'listed'
}

function noOwnerProblems(fields: BusinessFields, rules: BirthRules): FieldProblems {
  if (isBlank(fields.noUboReason))
    return {
      noUboReason: `Add everyone who owns ${OWNERSHIP_THRESHOLD_PERCENT}% or more, or choose why there is no one`,
    }
  if (!needsSeniorManager(fields)) return {}
  return personProblems('seniorManager', `owner:${SENIOR_MANAGER}`, fields.seniorManager ?? {}, rules)
}

function personProblems(
  path: string,
  item: ItemKey,
  person: Omit<OwnerFields, 'ownershipPercent'>,
  rules: BirthRules,
): FieldProblems {
  const problems: Record<string, string> = {}
  if (isBlank(person.fullName)) problems[`${path}.fullName`] = 'Enter the full name'
  Object.assign(problems, birthProblems(path, item, person.birthDate, rules))
  if (isBlank(person.nationality)) problems[`${path}.nationality`] = 'Choose a nationality from the list'
  if (isBlank(person.residenceCountry))
    problems[`${path}.residenceCountry`] = 'Choose a country from the list'
  return problems
}

/**
 * Whether the owner is listed earlier: the same name, date of birth, nationality and residence count as the same
 * person.
 */
function isListedBefore(owner: OwnerFields, earlier: readonly OwnerFields[]): boolean {
  const key = personKey(owner)
  return !isBlank(owner.fullName) && earlier.some((other) => personKey(other) === key)
}

function personKey({ fullName, birthDate, nationality, residenceCountry }: OwnerFields): string {
  return JSON.stringify([nameAndBirth(fullName, birthDate), nationality ?? '', residenceCountry ?? ''])
}

/** A person's name and date of birth to compare, however they were typed. */
export function nameAndBirth(name: string | null | undefined, birthDate: string | null | undefined): string {
  const written = (name ?? '').normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
  return JSON.stringify([written, readBirth(birthDate ?? '')])
}
