import { Fragment } from 'react'
import { type Path, useFormContext } from 'react-hook-form'
import {
  type BusinessFieldName,
  businessField,
  fieldsOfBusinessPart,
  isOptionalBusinessField,
} from '#contract/onboarding/business-fields.ts'
import { companyNumberReading, isUnitedKingdom } from '#domain/business/company-number.ts'
import { phoneReadingText } from '#domain/phone.ts'
import { FieldRow } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CountryField, useTextField } from './fields.tsx'
import type { BusinessValues } from './form-values.ts'

/** Fields of the company in their order, those of one row side by side. */
export function CompanyFields({ names }: { names: readonly BusinessFieldName[] }) {
  const rows = [...Map.groupBy(names, (name) => businessField(name).row ?? name).values()]
  return rows.map((row) => {
    const fields = row.map((name) => <CompanyField key={name} name={name} />)
    return <Fragment key={row[0]}>{fields.length > 1 ? <FieldRow>{fields}</FieldRow> : fields}</Fragment>
  })
}

/** One field of the company, drawn as its row of the table says. */
function CompanyField({ name }: { name: BusinessFieldName }) {
  const { watch } = useFormContext<BusinessValues>()
  const field = useTextField()
  const { label, hint, group, input, isShort, isCode, autoComplete, by, abroad } = businessField(name)
  const country = by && watch(by)
  const isAbroad = by !== undefined && !isUnitedKingdom(country)
  const texts = { label: (isAbroad && abroad?.label) || label, hint: (isAbroad && abroad?.hint) || hint }
  if (input === 'country') return <CountryField name={name} deps={judgedBy(name)} {...texts} />
  const control = {
    ...field(name),
    ...texts,
    // A group may be left out as a whole, which its screen says.
    optional: group ? isAbroad && abroad?.isOptional : isOptionalBusinessField(name),
    autoComplete: autoComplete ?? 'off',
  }
  if (input === 'lines') return <TextArea {...control} />
  return (
    <TextField
      {...control}
      type={input}
      note={readingOf(name, watch(name), country)}
      className={isShort ? 'max-w-80' : undefined}
      spellCheck={isCode ? false : undefined}
    />
  )
}

/** How what was typed is read, where that is to be said beside the field. */
function readingOf(name: BusinessFieldName, text: string, country: string | undefined): string | undefined {
  if (name === 'companyNumber') return companyNumberReading(text, country)
  return businessField(name).input === 'tel' ? phoneReadingText(text, country) : undefined
}

/** The fields of the same screen whose right form depends on a country: they are checked again with it. */
function judgedBy(name: BusinessFieldName): Path<BusinessValues>[] {
  return fieldsOfBusinessPart(businessField(name).part).filter((other) => businessField(other).by === name)
}
