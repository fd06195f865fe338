import { USER_TYPE_CARDS } from '#contract/account/user-types.ts'
import { PartialBirth } from '#contract/onboarding/birth.ts'
import { BUSINESS_FIELD_NAMES, businessField } from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  NO_UBO_REASON_LABELS,
  OWNER_FIELDS,
  type PersonFields,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import { countryName } from '#domain/country-names.ts'
import { formatBirth } from '#web/lib/dates.ts'

const PEOPLE: Readonly<Record<string, { name: string; fields: PersonFields }>> = {
  beneficialOwners: { name: 'Beneficial owner', fields: OWNER_FIELDS },
  seniorManager: { name: 'Senior managing person', fields: MANAGER_FIELDS },
  primaryRepresentative: { name: 'Primary representative', fields: REPRESENTATIVE_FIELDS },
  secondaryRepresentative: { name: 'Secondary representative', fields: REPRESENTATIVE_FIELDS },
}
const OTHERS: Readonly<Record<string, string>> = {
  beneficialOwners: 'Beneficial owners',
  noUboReason: 'No beneficial owner',
  userType: 'User type',
}

/** What a field is called outside of its screen, with the person whose it is: "Beneficial owner 2: Nationality". */
export function nameOfField(path: string): string {
  const person = personOf(path)
  const label = fieldAt(path)?.label
  if (person) return label ? `${person}: ${label}` : person
  return label ?? OTHERS[path] ?? path
}

/** A message about a field with the person whose it is: "Beneficial owner 2: Enter the full name". */
export function withPerson(path: string, message: string): string {
  const person = personOf(path)
  return person ? `${person}: ${message}` : message
}

/** One answer of a draft as people read it; empty if it wasn't given. */
export function textOfAnswer(path: string, answer: unknown): string {
  if (typeof answer !== 'string' || answer === '') return ''
  if (path === 'userType') return USER_TYPE_CARDS.find(({ id }) => id === answer)?.title ?? ''
  if (path === 'noUboReason') return NO_UBO_REASON_LABELS[answer as keyof typeof NO_UBO_REASON_LABELS]
  switch (fieldAt(path)?.input) {
    case 'country':
    case 'nationality':
      return countryName(answer)
    case 'percent':
      return `${answer}%`
    case 'birth': {
      const { data } = PartialBirth.safeParse(answer)
      return data ? formatBirth(data) : answer
    }
    default:
      return answer.replaceAll('\n', ', ')
  }
}

/** The person of a field, or of a list's entry; null for a field of the company, or of all owners together. */
function personOf(path: string): string | null {
  const [group = '', index] = path.split('.')
  const name = PEOPLE[group]?.name
  if (!name || (group === 'beneficialOwners' && index === undefined)) return null
  return group === 'beneficialOwners' ? `${name} ${Number(index) + 1}` : name
}

function fieldAt(path: string) {
  const company = BUSINESS_FIELD_NAMES.find((name) => name === path)
  if (company) return businessField(company)
  const [group = '', ...rest] = path.split('.')
  return PEOPLE[group]?.fields[rest.at(-1) ?? '']
}
