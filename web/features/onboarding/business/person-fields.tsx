import { Fragment, useState } from 'react'
import { Controller, type Path, useFormContext } from 'react-hook-form'
import { type PersonFields, REPRESENTATIVE_POWERS } from '#contract/onboarding/business-people.ts'
import { NATIONALITIES } from '#web/lib/countries.ts'
import { FieldRow } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { BirthField, CountryField, useTextField } from './fields.tsx'
import type { BusinessValues } from './form-values.ts'

const OTHER = 'other'
const OPTIONS = [
  ...REPRESENTATIVE_POWERS.map((power) => ({ value: power, label: power })),
  { value: OTHER, label: 'Other' },
]

type RepresentativePath = 'primaryRepresentative' | 'secondaryRepresentative'
type PersonPath = `beneficialOwners.${number}` | 'seniorManager' | RepresentativePath

/** A person's fields in order, those of one row side by side. */
export function PersonFieldRows({ path, fields }: { path: PersonPath; fields: PersonFields }) {
  const rows = [...Map.groupBy(Object.entries(fields), ([name, { row }]) => row ?? name).values()]
  return rows.map((row) => {
    const drawn = row.map(([name, field]) => <PersonField key={name} path={path} name={name} field={field} />)
    // A share is as narrow as fields that share a row.
    const isRow = drawn.length > 1 || row.some(([, { input }]) => input === 'percent')
    return <Fragment key={row[0]?.[0]}>{isRow ? <FieldRow>{drawn}</FieldRow> : drawn}</Fragment>
  })
}

/** A person's field, rendered according to its table row. */
function PersonField({ path, name, field }: { path: PersonPath; name: string; field: PersonFields[string] }) {
  const textField = useTextField()
  const { label, hint, input, isOptional } = field
  const place = `${path}.${name}` as Path<BusinessValues>
  if (input === 'birth') return <BirthField name={place} label={label} hint={hint} />
  if (input === 'powers') return <PowersField path={path as RepresentativePath} />
  if (input === 'country') return <CountryField name={place} label={label} hint={hint} />
  if (input === 'nationality')
    return <CountryField name={place} label={label} hint={hint} options={NATIONALITIES} />
  const texts = { label, hint, optional: isOptional, autoComplete: 'off' }
  // Shares are judged together, and by whether they are held through others.
  const judged =
    name === 'heldThrough' || input === 'percent' ? { deps: 'beneficialOwners' as const } : undefined
  if (input !== 'percent') return <TextField {...textField(place, judged)} {...texts} type={input} />
  return (
    <TextField
      {...textField(place, judged)}
      {...texts}
      unit={{ after: '%' }}
      // Not a field for numbers: browsers drop a decimal comma from those, and 24,5 becomes 245.
      inputMode="decimal"
      className="tabular-nums"
    />
  )
}

/** A representative's powers: one of the usual ones, or free text. */
function PowersField({ path }: { path: 'primaryRepresentative' | 'secondaryRepresentative' }) {
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
  // While the text is empty, it can't tell that "other" was chosen.
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
          optional
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
