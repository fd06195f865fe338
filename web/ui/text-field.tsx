import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldTexts } from './field.tsx'

export type TextFieldProps = ComponentProps<'input'> & FieldTexts & { compact?: boolean }

/** A labelled input of one line. All input attributes and the ref go to the input; `className` too. */
export function TextField({
  label,
  hint,
  error,
  optional,
  labelHidden,
  fieldClassName,
  compact,
  className,
  id,
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ id, label, hint, error, optional, labelHidden, fieldClassName, describedBy }}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          className={classNames('in', compact && 'in-sm', error && 'bad', className)}
        />
      )}
    </Field>
  )
}
