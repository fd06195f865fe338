import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { BAD_FIELD_CLASS, FieldNotes, useControlProps } from './field.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string
  fieldClassName?: string
}

const BOX_CLASS =
  'grid size-6 cursor-pointer appearance-none place-items-center rounded-[6px] border-[1.5px] border-line-strong bg-surface checked:border-brand checked:bg-brand checked:after:h-3 checked:after:w-[7px] checked:after:-translate-y-px checked:after:rotate-45 checked:after:border-r-[2.5px] checked:after:border-b-[2.5px] checked:after:border-on-brand disabled:cursor-not-allowed disabled:opacity-65 aria-invalid:border-2 aria-invalid:border-red-solid forced-colors:appearance-auto forced-colors:checked:after:hidden'

/** A checkbox whose whole row is clickable. Attributes and the ref go to the input. */
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
    <div className={classNames(error && BAD_FIELD_CLASS, fieldClassName)}>
      <FieldNotes id={control.id} hint={hint} error={error} />
      <label className="grid cursor-pointer grid-cols-[24px_1fr] items-start gap-3.5 py-2.5 leading-6 has-disabled:cursor-not-allowed has-disabled:text-ink-3">
        <input {...input} {...control} type="checkbox" className={BOX_CLASS} />
        <span>{label}</span>
      </label>
    </div>
  )
}
