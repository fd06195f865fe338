import type { BusinessProfile } from '#contract/onboarding/business.ts'
import {
  type BusinessFieldName,
  type BusinessPartKey,
  businessField,
  fieldsToRead,
  isOptionalBusinessField,
} from '#contract/onboarding/business-fields.ts'
import { businessText } from '#domain/business/business-parts.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import type { KeyValue } from '#web/ui/key-value-list.tsx'

/** A part of a submitted company as staff read it: every field, given or not. */
export function staffLines(company: BusinessProfile, part: BusinessPartKey): KeyValue[] {
  return fieldsToRead('staff', part).map((name) => ({
    label: businessField(name).short,
    value: staffValue(company, name),
  }))
}

/** What the account says of a company: as it was given, without what was left out. */
export function accountLines(company: BusinessProfile): KeyValue[] {
  return fieldsToRead('account', 'registration')
    .map((name) => ({ name, label: businessField(name).short, value: companyValue(company, name) }))
    .filter(({ name, value }) => value || !isOptionalBusinessField(name))
    .map(({ label, value }) => ({ label, value: value?.replaceAll('\n', ', ') }))
}

/** An answer of a submitted company, null where it was not given. */
export function companyValue(company: BusinessProfile, name: BusinessFieldName): string | null {
  return company[businessField(name).wire as keyof BusinessProfile] as string | null
}

function staffValue(company: BusinessProfile, name: BusinessFieldName): KeyValue['value'] {
  const { input, of } = businessField(name)
  const value = companyValue(company, name)
  if (!value || (of && !companyValue(company, of))) return null
  if (input === 'email') return <EmailText address={value} />
  const text = businessText(name, value, company.registration_country)
  return input === 'lines' ? <span className="whitespace-pre-line">{text}</span> : text
}
