import { PartialBirth } from '#contract/onboarding/birth.ts'
import { NO_UBO_REASON_LABELS } from '#contract/onboarding/business.ts'
import {
  BUSINESS_GROUPS,
  type BusinessFieldName,
  type BusinessGroup,
  businessField,
  fieldsOfBusinessPart,
  fieldsOfGroup,
  isOptionalBusinessField,
} from '#contract/onboarding/business-fields.ts'
import { isBlank } from '#domain/business/business-fields.ts'
import { checkCompanyNumber } from '#domain/business/company-number.ts'
import { isUnitedKingdom } from '#domain/business/number-check.ts'
import { countryName } from '#domain/country-names.ts'
import { formatBirth } from '#web/lib/dates.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import type { KeyValue } from '#web/ui/key-value-list.tsx'
import type { BusinessValues, OwnerValues, RepresentativeValues } from './form-values.ts'

/** The company as people read it back, in the order of the form. */
export function companyLines(values: BusinessValues): KeyValue[] {
  return fieldsOfBusinessPart('registration').map((name) => ({
    label: businessField(name).label,
    value: shownValue(name, values),
  }))
}

/** The settlement, with one line for each group, also where it was left out. */
export function settlementLines(values: BusinessValues): KeyValue[] {
  return (Object.keys(BUSINESS_GROUPS) as BusinessGroup[]).map((group) => {
    const names = fieldsOfGroup(group)
    const isGiven = names.some((name) => isOptionalBusinessField(name) && !isBlank(values[name]))
    return {
      label: BUSINESS_GROUPS[group].line,
      value: isGiven ? lines(names.map((name) => lineOf(name, values))) : null,
    }
  })
}

/** A field on the line of its group: numbers say what they are, and a bank in which country it is, if it is abroad. */
function lineOf(name: BusinessFieldName, values: BusinessValues): KeyValue['value'] {
  const isAbroad = !isUnitedKingdom(values.bankCountry)
  const text = values[name]
  if (name === 'bankCountry' || text === '') return null
  if (name === 'bankName') return isAbroad ? `${text}, ${countryName(values.bankCountry)}` : text
  if (name === 'bankSortCode') return `${isAbroad ? 'Bank code' : 'Sort code'} ${text}`
  return name === 'bankAccountNumber' ? `Account ${text}` : shownValue(name, values)
}

function shownValue(name: BusinessFieldName, values: BusinessValues): KeyValue['value'] {
  const { input } = businessField(name)
  const text = name === 'companyNumber' ? companyNumber(values) : values[name]
  if (text === '') return text
  if (input === 'country') return countryName(text)
  if (input === 'email') return <EmailText address={text} />
  return input === 'lines' ? <span className="whitespace-pre-line">{text}</span> : text
}

/** One owner. */
export function ownerLines(owner: OwnerValues): KeyValue[] {
  return [
    ...personLines(owner),
    { label: 'Ownership', value: owner.ownershipPercent && `${owner.ownershipPercent}%` },
  ]
}

/** Why there is no owner, and who manages the company then. */
export function noOwnerLines({ noUboReason }: BusinessValues): KeyValue[] {
  return [{ label: 'No beneficial owner', value: noUboReason && NO_UBO_REASON_LABELS[noUboReason] }]
}

/** The senior managing person, or the part of an owner that both share. */
export function personLines(person: Omit<OwnerValues, 'id' | 'ownershipPercent'>): KeyValue[] {
  return [
    { label: 'Full Name', value: person.fullName },
    { label: 'Date of Birth', value: birth(person.birthDate) },
    { label: 'Nationality', value: country(person.nationality) },
    { label: 'Country of Residence', value: country(person.residenceCountry) },
  ]
}

/** One representative. */
export function representativeLines(person: RepresentativeValues): KeyValue[] {
  return [
    { label: 'Full Name', value: person.name },
    { label: 'Date of Birth', value: birth(person.birthDate) },
    { label: 'Title', value: person.title },
    { label: 'Powers', value: person.powers },
    { label: 'Email', value: email(person.email) },
  ]
}

/** As it is kept; what is no date yet is not given. */
function birth(typed: string): string | null {
  const { data } = PartialBirth.safeParse(typed)
  return data ? formatBirth(data) : null
}

function country(code: string): string {
  return code && countryName(code)
}

function email(address: string) {
  return address && <EmailText address={address} />
}

/** What is given, one below the other; null without any. */
function lines(parts: readonly KeyValue['value'][]): KeyValue['value'] {
  const given = parts.filter(Boolean)
  if (given.length === 0) return null
  return given.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity but their place.
    <span className="block" key={index}>
      {part}
    </span>
  ))
}

/** As it is kept, which the field says where it was typed another way. */
function companyNumber({ companyNumber, registrationCountry }: BusinessValues): string {
  const check = checkCompanyNumber(companyNumber, registrationCountry)
  return check.ok ? check.value : companyNumber
}
