import { Controller, type Path, useFormContext } from 'react-hook-form'
import { COUNTRIES } from '#web/lib/countries.ts'
import { ComboboxField } from '#web/ui/combobox-field.tsx'
import type { ComboboxOption } from '#web/ui/combobox-match.ts'
import { DateFields } from '#web/ui/date-fields.tsx'
import { partsFromText, textFromParts } from '#web/ui/date-parts.ts'
import type { FieldTexts } from '#web/ui/field.tsx'
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
