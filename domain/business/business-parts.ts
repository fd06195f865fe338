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
  /** As the wire names it. */
  path: string
  label: string
  /** As it was answered; undefined where it was not. */
  value: string | number | undefined
  /** As people read it, where that is not the value itself. */
  shown?: string
  /** A day of birth, or its month, which is read in the style of dates of the deployment. */
  isBirth?: boolean
  /** Not asked for at first: unanswered, it is no part of what a part says. */
  isLater?: boolean
}

/** A part of a company that reviewers decide on by itself, with the answers it rests on. */
export interface BusinessPart {
  key: ItemKey
  label: string
  fields: readonly PartField[]
}

/** The parts of a company in the order a reviewer walks them (cases, Deciding); its additional document apart. */
export function businessParts(answers: IdentifiedAnswers): BusinessPart[] {
  return [...companyParts(answers), ...ownership(answers), ...representatives(answers)]
}

/** A part as text that can be read and compared: one line for each answer. */
export function partText(part: BusinessPart, dateStyle: DateStyle): string {
  return part.fields
    .filter(({ value }) => value !== undefined)
    .map(({ label, value, shown, isBirth }) => {
      const text = isBirth ? birthDayText(String(value), dateStyle) : (shown ?? value)
      return `${label}: ${text}`
    })
    .join('\n')
}

/** What a part says, apart from where it stands in the form: for a fingerprint. */
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

/** An answer about the company as people read it back. */
export function businessText(name: BusinessFieldName, value: string, registrationCountry: string): string {
  if (businessField(name).input === 'country') return countryName(value)
  return name === 'taxNumber' ? taxNumberText(value, registrationCountry) : value
}

/**
 * The specification has one field for two kinds of number; the reviewer is told which one it is. Abroad it stays as it
 * was typed.
 */
function taxNumberText(taxNumber: string, registrationCountry: string): string {
  const check = checkTaxNumber(taxNumber, registrationCountry)
  if (!check.ok || check.kind === 'foreign') return taxNumber
  return `${check.value} (${check.kind === 'vat' ? 'VAT number' : 'UTR'})`
}
