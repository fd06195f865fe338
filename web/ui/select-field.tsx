import type { ComponentProps } from 'react'
import { controlClass } from './control-class.ts'
import { Field, type FieldTexts } from './field.tsx'

export type SelectOption = { value: string; label: string; disabled?: boolean }

export type SelectFieldProps = ComponentProps<'select'> &
  FieldTexts & {
    options: readonly SelectOption[]
    /** The text of a first, empty option. */
    placeholder?: string
    compact?: boolean
  }

/** A labelled native select, which phones open with their own picker. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  fieldClassName,
  options,
  placeholder,
  compact,
  className,
  id,
  'aria-describedby': describedBy,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ id, label, hint, error, optional, labelHidden, fieldClassName, describedBy }}>
      {(control) => (
        <select
          {...select}
          {...control}
          className={controlClass({ compact, bad: Boolean(error), kind: 'select' }, className)}
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
