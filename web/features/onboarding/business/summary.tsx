import { PartialBirth } from '#contract/onboarding/birth.ts'
import { NO_UBO_REASON_LABELS } from '#contract/onboarding/business.ts'
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
  return [
    { label: 'Legal Name', value: values.legalName },
    {
      label: 'Registered Address',
      value: values.registeredAddress && (
        <span className="whitespace-pre-line">{values.registeredAddress}</span>
      ),
    },
    { label: 'Country of Registration', value: country(values.registrationCountry) },
    { label: 'Company Number', value: companyNumber(values) },
    { label: 'Tax Number', value: values.taxNumber },
    { label: 'Email', value: email(values.email) },
  ]
}

/** The settlement, with one line for each part that was left out. */
export function settlementLines(values: BusinessValues): KeyValue[] {
  const { registryName, registryAccount, bankName, bankSortCode, bankAccountNumber, bankCountry } = values
  const { settlementContactName, settlementContactEmail, settlementContactPhone } = values
  const isAbroad = !isUnitedKingdom(bankCountry)
  return [
    { label: 'Registry', value: lines([registryName, registryAccount]) },
    {
      label: 'Bank account',
      value: isBlank([bankName, bankAccountNumber, bankSortCode])
        ? null
        : lines([
            isAbroad ? `${bankName}, ${country(bankCountry)}` : bankName,
            bankSortCode && `${isAbroad ? 'Bank code' : 'Sort code'} ${bankSortCode}`,
            bankAccountNumber && `Account ${bankAccountNumber}`,
          ]),
    },
    {
      label: 'Settlement contact',
      value: lines([
        settlementContactName,
        settlementContactEmail && <EmailText address={settlementContactEmail} />,
        settlementContactPhone,
      ]),
    },
  ]
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
