import { PartialBirth } from '#contract/onboarding/birth.ts'
import {
  BUSINESS_GROUPS,
  type BusinessFieldName,
  type BusinessGroup,
  businessField,
  fieldsOfBusinessPart,
  fieldsOfGroup,
  isOptionalBusinessField,
} from '#contract/onboarding/business-fields.ts'
import type { PersonFields } from '#contract/onboarding/business-people.ts'
import { NO_UBO_REASON_LABELS } from '#contract/onboarding/business-people.ts'
import { isBlank } from '#domain/business/business-fields.ts'
import { checkCompanyNumber, isUnitedKingdom, type NumberCheck } from '#domain/business/company-number.ts'
import { checkAccountNumber, checkSortCode } from '#domain/business/settlement.ts'
import { countryName } from '#domain/country-names.ts'
import { formatBirth } from '#web/lib/dates.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import type { KeyValue } from '#web/ui/key-value-list.tsx'
import type { BusinessValues } from './form-values.ts'

/** The company as people review it, in the order of the form. */
export function companyLines(values: BusinessValues): KeyValue[] {
  return fieldsOfBusinessPart('registration').map((name) => ({
    label: businessField(name).label,
    value: shownValue(name, values),
  }))
}

/** The settlement, with one line for each group, even one left empty. */
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

/** A field on its group's line: numbers are labelled, and a foreign bank has its country. */
function lineOf(name: BusinessFieldName, values: BusinessValues): KeyValue['value'] {
  const { bankCountry } = values
  const isAbroad = !isUnitedKingdom(bankCountry)
  const text = values[name]
  if (name === 'bankCountry' || text === '') return null
  if (name === 'bankName') return isAbroad ? `${text}, ${countryName(bankCountry)}` : text
  if (name === 'bankSortCode')
    return `${isAbroad ? 'Bank code' : 'Sort code'} ${asStored(checkSortCode(text, bankCountry), text)}`
  return name === 'bankAccountNumber'
    ? `Account ${asStored(checkAccountNumber(text, bankCountry), text)}`
    : shownValue(name, values)
}

function shownValue(name: BusinessFieldName, values: BusinessValues): KeyValue['value'] {
  const { input } = businessField(name)
  const text = name === 'companyNumber' ? companyNumber(values) : values[name]
  if (text === '') return text
  if (input === 'country') return countryName(text)
  if (input === 'email') return <EmailText address={text} />
  return input === 'lines' ? <span className="whitespace-pre-line">{text}</span> : text
}

/** Why there is no owner, and who manages the company in that case. */
export function noOwnerLines({ noUboReason }: BusinessValues): KeyValue[] {
  return [{ label: 'No beneficial owner', value: noUboReason && NO_UBO_REASON_LABELS[noUboReason] }]
}

/** A person in the company, in the order of the form. */
export function personLines<Fields extends PersonFields>(
  fields: Fields,
  person: Readonly<Record<keyof Fields & string, string>>,
): KeyValue[] {
  return Object.entries(fields).map(([name, { label, short, input }]) => {
    const typed = person[name] ?? ''
    // A share has its own unit.
    return input === 'percent'
      ? { label: short, value: typed && `${typed}%` }
      : { label, value: personValue(input, typed) }
  })
}

function personValue(input: PersonFields[string]['input'], typed: string): KeyValue['value'] {
  if (input === 'birth') return birth(typed)
  if (typed === '') return typed
  if (input === 'nationality' || input === 'country') return countryName(typed)
  return input === 'email' ? <EmailText address={typed} /> : typed
}

/** As stored; an incomplete date counts as not given. */
function birth(typed: string): string | null {
  const { data } = PartialBirth.safeParse(typed)
  return data ? formatBirth(data) : null
}

/** The given values, one below the other; null if there are none. */
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

/** As stored; the field itself says so if it was typed in another format. */
function companyNumber({ companyNumber, registrationCountry }: BusinessValues): string {
  return asStored(checkCompanyNumber(companyNumber, registrationCountry), companyNumber)
}

/** A number in the form in which it is stored; as typed while it is wrong. */
function asStored(check: NumberCheck, typed: string): string {
  return check.ok ? check.value : typed
}
