import { Fragment } from 'react'
import { Controller, type Path, useFormContext } from 'react-hook-form'
import {
  type BusinessFieldName,
  businessField,
  fieldsOfBusinessPart,
  isOptionalBusinessField,
} from '#contract/onboarding/business-fields.ts'
import { companyNumberReading, isUnitedKingdom } from '#domain/business/company-number.ts'
import { phoneReadingText } from '#domain/phone.ts'
import { COUNTRIES } from '#web/lib/countries.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import type { ComboboxOption } from '#web/ui/combobox-match.ts'
import { DateFields } from '#web/ui/date-fields.tsx'
import { partsFromText, textFromParts } from '#web/ui/date-parts.ts'
import { FieldRow, type FieldTexts } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { errorAt } from './field-errors.ts'
import type { BusinessValues } from './form-values.ts'

/**
 * Returns a text field's props: its registration, its error, and its path as the id for the summary. `deps` are
 * validated again with it.
 */
export function useTextField() {
  const { register, formState } = useFormContext<BusinessValues>()
  return (name: Path<BusinessValues>, options?: { deps: Path<BusinessValues> }) => ({
    ...register(name, options),
    id: name,
    error: errorAt(formState.errors, name),
  })
}

/** A country or nationality field with search. `deps` are validated again with it. */
export function CountryField({
  name,
  options = COUNTRIES,
  deps,
  ...texts
}: FieldTexts & {
  name: Path<BusinessValues>
  options?: readonly ComboboxOption[]
  deps?: Path<BusinessValues>[]
}) {
  const { control, formState } = useFormContext<BusinessValues>()
  return (
    <Controller
      control={control}
      name={name}
      rules={{ deps }}
      render={({ field }) => (
        <ComboboxField
          {...texts}
          id={name}
          ref={field.ref}
          options={options}
          value={String(field.value ?? '')}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          error={errorAt(formState.errors, name)}
          listLabel={options === COUNTRIES ? 'Countries' : 'Nationalities'}
          noMatch="No country has this name"
        />
      )}
    />
  )
}

/** The birth date of a person in the company: at least month and year. */
export function BirthField({ name, ...texts }: FieldTexts & { name: Path<BusinessValues> }) {
  const { control, formState } = useFormContext<BusinessValues>()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => {
        const parts = partsFromText(String(field.value ?? ''))
        return (
          <DateFields
            {...texts}
            id={name}
            value={parts}
            onChange={(typed) => field.onChange(textFromParts(typed))}
            onBlur={field.onBlur}
            ref={field.ref}
            error={errorAt(formState.errors, name)}
            invalidParts={parts.day.trim() === '' ? ['month', 'year'] : undefined}
          />
        )
      }}
    />
  )
}

/** Company fields in order, those of one row side by side. */
export function CompanyFields({ names }: { names: readonly BusinessFieldName[] }) {
  const rows = [...Map.groupBy(names, (name) => businessField(name).row ?? name).values()]
  return rows.map((row) => {
    const fields = row.map((name) => <CompanyField key={name} name={name} />)
    return <Fragment key={row[0]}>{fields.length > 1 ? <FieldRow>{fields}</FieldRow> : fields}</Fragment>
  })
}

/** One company field, rendered according to its table row. */
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
    // A group is optional as a whole, which its screen says.
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

/** How the input was interpreted, if the field should show that. */
function readingOf(name: BusinessFieldName, text: string, country: string | undefined): string | undefined {
  if (name === 'companyNumber') return companyNumberReading(text, country)
  return businessField(name).input === 'tel' ? phoneReadingText(text, country) : undefined
}

/** The fields of the same screen whose format depends on a country: they are validated again with it. */
function judgedBy(name: BusinessFieldName): Path<BusinessValues>[] {
  return fieldsOfBusinessPart(businessField(name).part).filter((other) => businessField(other).by === name)
}
