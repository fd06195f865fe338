import type { DateStyle } from '#contract/date-style.ts'
import {
  BUSINESS_PARTS,
  type BusinessFieldName,
  type BusinessPartKey,
  businessField,
  fieldsToRead,
} from '#contract/onboarding/business-fields.ts'
import {
  MANAGER_FIELDS,
  NO_UBO_REASON_LABELS,
  OWNER_FIELDS,
  type PersonFields,
  REPRESENTATIVE_FIELDS,
} from '#contract/onboarding/business-people.ts'
import type { ItemKey } from '#contract/verification/cases.ts'
import { countryName } from '#domain/country-names.ts'
import { birthDayText } from '#domain/date-text.ts'
import { type IdentifiedAnswers, NO_OWNER, SENIOR_MANAGER } from './owner-ids.ts'
import { checkTaxNumber } from './tax-number.ts'

export interface PartField {
  /** The path on the wire. */
  path: string
  label: string
  /** The answer; undefined if there is none. */
  value: string | number | undefined
  /** The text for display, if it differs from the value. */
  shown?: string
  /** Whether it is a date of birth, or its month, to be written in the deployment's date style. */
  isBirth?: boolean
  /** Whether it was added later: if unanswered, it is not part of the evidence. */
  isLater?: boolean
}

/** A separately reviewed part of a company, with the answers it rests on. */
export interface BusinessPart {
  key: ItemKey
  label: string
  fields: readonly PartField[]
}

/**
 * Returns the parts of a company in the order of review (onboarding, What is decided), without its additional
 * document.
 */
export function businessParts(answers: IdentifiedAnswers): BusinessPart[] {
  return [...companyParts(answers), ...ownership(answers), ...representatives(answers)]
}

/** Returns what to call a part of a company's people in a sentence. */
export function personName({ key, label }: BusinessPart): string {
  return key === `owner:${NO_OWNER}`
    ? 'the reason for having no owners'
    : label.slice(label.indexOf(': ') + 2)
}

/** Returns a part as text for reading and comparing: one line per answer. */
export function partText(part: BusinessPart, dateStyle: DateStyle): string {
  return part.fields
    .filter(({ value }) => value !== undefined)
    .map(({ label, value, shown, isBirth }) => {
      const text = isBirth ? birthDayText(String(value), dateStyle) : (shown ?? value)
      return `${label}: ${text}`
    })
    .join('\n')
}

/** Returns the values of a part regardless of its position in the form, for a fingerprint. */
export function partValues(part: BusinessPart): (string | number | null)[] {
  return part.fields
    .filter(({ value, isLater }) => !isLater || value !== undefined)
    .map(({ value }) => value ?? null)
}

function companyParts(answers: IdentifiedAnswers): BusinessPart[] {
  return (Object.keys(BUSINESS_PARTS) as BusinessPartKey[]).map((key) => ({
    key,
    label: BUSINESS_PARTS[key],
    fields: fieldsToRead('compared', key).map((name) => companyField(name, answers)),
  }))
}

function companyField(name: BusinessFieldName, answers: IdentifiedAnswers): PartField {
  const { short, of, isLater } = businessField(name)
  const value = of && answers[of] === undefined ? undefined : answers[name]
  const shown = value && businessText(name, value, answers.registrationCountry)
  return { path: name, label: short, value, ...(shown !== value && { shown }), ...(isLater && { isLater }) }
}

function ownership({ beneficialOwners, noUboReason, seniorManager }: IdentifiedAnswers): BusinessPart[] {
  const parts = beneficialOwners.map(
    ({ id, ...owner }, index): BusinessPart => ({
      key: `owner:${id}`,
      label: `Beneficial owner: ${owner.fullName}`,
      fields: personFields(OWNER_FIELDS, `beneficialOwners.${index}`, owner),
    }),
  )
  if (noUboReason) {
    const shown = NO_UBO_REASON_LABELS[noUboReason]
    parts.push({
      key: `owner:${NO_OWNER}`,
      label: 'No beneficial owner',
      fields: [{ path: 'noUboReason', label: 'Reason', value: noUboReason, shown }],
    })
  }
  if (seniorManager) {
    parts.push({
      key: `owner:${SENIOR_MANAGER}`,
      label: `Senior managing person: ${seniorManager.fullName}`,
      fields: personFields(MANAGER_FIELDS, 'seniorManager', seniorManager),
    })
  }
  return parts
}

function representatives(answers: IdentifiedAnswers): BusinessPart[] {
  const { primaryRepresentative, secondaryRepresentative } = answers
  return [
    representative('primary', 'Primary representative', primaryRepresentative),
    ...(secondaryRepresentative
      ? [representative('secondary', 'Secondary representative', secondaryRepresentative)]
      : []),
  ]
}

function representative(
  id: 'primary' | 'secondary',
  label: string,
  person: IdentifiedAnswers['primaryRepresentative'],
): BusinessPart {
  return {
    key: `representative:${id}`,
    label: `${label}: ${person.name}`,
    fields: personFields(REPRESENTATIVE_FIELDS, `${id}Representative`, person),
  }
}

function personFields<Fields extends PersonFields>(
  fields: Fields,
  path: string,
  person: { [Name in keyof Fields]?: string | number | undefined },
): PartField[] {
  return Object.entries(fields).map(([name, { short, input, isLater }]) => {
    const value = person[name]
    const shown = value === undefined ? undefined : personText(input, value)
    const isBirth = input === 'birth'
    return {
      ...{ path: `${path}.${name}`, label: short, value, shown },
      ...(isLater && { isLater }),
      ...(isBirth && { isBirth }),
    }
  })
}

function personText(input: PersonFields[string]['input'], value: string | number): string {
  if (input === 'country' || input === 'nationality') return countryName(String(value))
  return input === 'percent' ? `${value}%` : String(value)
}

/** Returns an answer about the company as text for display. */
export function businessText(name: BusinessFieldName, value: string, registrationCountry: string): string {
  if (businessField(name).input === 'country') return countryName(value)
  return name === 'taxNumber' ? taxNumberText(value, registrationCountry) : value
}

/**
 * Returns the tax number with its kind for the reviewer, because the specification has one field for both. A foreign
 * number is shown as typed.
 */
function taxNumberText(taxNumber: string, registrationCountry: string): string {
  const check = checkTaxNumber(taxNumber, registrationCountry)
  if (!check.ok || check.kind === 'foreign') return taxNumber
  return `${check.value} (${check.kind === 'vat' ? 'VAT number' : 'UTR'})`
}
