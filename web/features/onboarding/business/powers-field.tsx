import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { REPRESENTATIVE_POWERS } from '#contract/onboarding/business.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { BusinessValues } from './form-values.ts'

const OTHER = 'other'
const OPTIONS = [
  ...REPRESENTATIVE_POWERS.map((power) => ({ value: power, label: power })),
  { value: OTHER, label: 'Other' },
]

/** What a representative may do: one of the usual powers, or in their own words. */
export function PowersField({ path }: { path: 'primaryRepresentative' | 'secondaryRepresentative' }) {
  const { control } = useFormContext<BusinessValues>()
  const name = `${path}.powers` as const
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Powers
          id={name}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

interface PowersProps {
  id: string
  value: string
  onChange: (powers: string) => void
  onBlur: () => void
  error: string | undefined
}

function Powers({ id, value, onChange, onBlur, error }: PowersProps) {
  const isListed = REPRESENTATIVE_POWERS.some((power) => power === value)
  // Before anything is typed the text says nothing about the choice of its field.
  const [hasChosenOther, setChosenOther] = useState(false)
  const isOther = !isListed && (value !== '' || hasChosenOther)
  const choose = (power: string) => {
    setChosenOther(power === OTHER)
    onChange(power === OTHER ? '' : power)
  }
  return (
    <>
      <SelectField
        id={isOther ? undefined : id}
        label="Powers"
        optional
        placeholder="Choose what applies"
        options={OPTIONS}
        value={isOther ? OTHER : value}
        onChange={(event) => choose(event.target.value)}
        onBlur={onBlur}
        error={isOther ? undefined : error}
      />
      {isOther ? (
        <TextField
          id={id}
          label="Describe the powers"
          fieldClassName="mt-4"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          error={error}
        />
      ) : null}
    </>
  )
}
