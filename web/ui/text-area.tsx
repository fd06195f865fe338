import type { ComponentProps } from 'react'
import { controlClass } from './control-class.ts'
import { Field, type FieldTexts } from './field.tsx'

export type TextAreaProps = ComponentProps<'textarea'> & FieldTexts

/** A labelled multi-line input. Attributes and the ref go to the textarea. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  labelHidden,
  fieldClassName,
  className,
  id,
  'aria-describedby': describedBy,
  ...textarea
}: TextAreaProps) {
  return (
    <Field {...{ id, label, hint, error, optional, labelHidden, fieldClassName, describedBy }}>
      {(control) => (
        <textarea
          {...textarea}
          {...control}
          className={controlClass({ bad: Boolean(error), kind: 'textarea' }, className)}
        />
      )}
    </Field>
  )
}
