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
 * Returns what a text field spreads: its registration, what is wrong with it, and its path as id for the summary. `deps`
 * is checked again with it.
 */
export function useTextField() {
  const { register, formState } = useFormContext<BusinessValues>()
  return (name: Path<BusinessValues>, options?: { deps: Path<BusinessValues> }) => ({
    ...register(name, options),
    id: name,
    error: errorAt(formState.errors, name),
  })
}

/** A country or a nationality of the form, found by typing. `deps` is checked again with it. */
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

/** When someone of the company was born: month and year at least. */
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
