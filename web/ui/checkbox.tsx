import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldNotes, useControlProps } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string
  fieldClassName?: string
}

/** A checkbox whose whole row is the target. Attributes and the ref go to the input. */
export function Checkbox({
  label,
  hint,
  error,
  fieldClassName,
  id,
  'aria-describedby': describedBy,
  ...input
}: CheckboxProps) {
  const own = useId()
  const control = useControlProps(id ?? own, { hint, error }, describedBy)
  return (
    <div className={classNames('chk-f', error && 'bad', fieldClassName)}>
      <FieldNotes id={control.id} hint={hint} error={error} />
      <label className="chk">
        <input {...input} {...control} type="checkbox" />
        <span>{label}</span>
      </label>
    </div>
  )
}
