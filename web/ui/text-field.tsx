import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlClass } from './control-class.ts'
import { Field, type FieldTexts } from './field.tsx'

export type TextFieldProps = ComponentProps<'input'> &
  FieldTexts & {
    compact?: boolean
    /** Shown inside the input before or after its text: "£", "%". The label must state it too. */
    unit?: { before: string } | { after: string }
  }

/**
 * A labelled single-line input. All input attributes and the ref go to the input; `className` too, or, with a
 * unit, to the wrapper, so that the unit stays inside however narrow the input is.
 */
export function TextField({
  label,
  hint,
  error,
  note,
  optional,
  labelHidden,
  fieldClassName,
  compact,
  className,
  unit,
  id,
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ id, label, hint, error, note, optional, labelHidden, fieldClassName, describedBy }}>
      {(control) => {
        const field = (
          <input
            type="text"
            {...input}
            {...control}
            className={controlClass(
              { compact, bad: Boolean(error) },
              unit ? ('before' in unit ? 'pl-8' : 'pr-9') : className,
            )}
          />
        )
        return unit ? (
          <WithUnit unit={unit} className={className}>
            {field}
          </WithUnit>
        ) : (
          field
        )
      }}
    </Field>
  )
}

function WithUnit({
  unit,
  className,
  children,
}: {
  unit: NonNullable<TextFieldProps['unit']>
  className?: string
  children: ReactNode
}) {
  const isBefore = 'before' in unit
  return (
    <span className={classNames('relative block', className)}>
      <span
        className={classNames(
          'pointer-events-none absolute bottom-3 leading-6 text-ink-3',
          isBefore ? 'left-[15px]' : 'right-[15px]',
        )}
        aria-hidden="true"
      >
        {isBefore ? unit.before : unit.after}
      </span>
      {children}
    </span>
  )
}
