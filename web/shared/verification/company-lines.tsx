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

/** A section of a submitted company for staff: every field, filled in or not. */
export function staffLines(company: BusinessProfile, part: BusinessPartKey): KeyValue[] {
  return fieldsToRead('staff', part).map((name) => ({
    label: businessField(name).short,
    value: staffValue(company, name),
  }))
}

/** The account's view of a company: as submitted, without empty fields. */
export function accountLines(company: BusinessProfile): KeyValue[] {
  return fieldsToRead('account', 'registration')
    .map((name) => ({ name, label: businessField(name).short, value: companyValue(company, name) }))
    .filter(({ name, value }) => value || !isOptionalBusinessField(name))
    .map(({ label, value }) => ({ label, value: value?.replaceAll('\n', ', ') }))
}

/** A submitted company's answer, null if it wasn't given. */
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
