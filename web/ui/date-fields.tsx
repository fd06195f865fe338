import { type ClipboardEvent, type ComponentProps, useId } from 'react'
import { MONTH_MAX } from '#contract/month-number.ts'
import { classNames } from './class-names.ts'
import { controlClass } from './control-class.ts'
import { type DateParts, isoFromParts, partsFromCopy } from './date-parts.ts'
import { FieldNotes, type FieldTexts, fieldClass, LABEL_CLASS, LabelText, useControlProps } from './field.tsx'

type PartName = keyof DateParts

export type DateFieldsProps = FieldTexts & {
  id?: string
  value: DateParts
  /** Called with the typed parts and their ISO form, which is null while they aren't a valid date. */
  onChange: (parts: DateParts, iso: string | null) => void
  onBlur?: () => void
  /** Refers to the day input, so that a form can focus the field. */
  ref?: ComponentProps<'input'>['ref']
  name?: string
  /** The parts marked as invalid; all of them if there is an error and this isn't given. */
  invalidParts?: readonly PartName[]
  /** Sets autocomplete to bday-day, bday-month and bday-year. */
  birthday?: boolean
}

/** A little longer than what is right, so that nothing is cut without a word. */
const PARTS: { name: PartName; label: string; max: number }[] = [
  { name: 'day', label: 'Day', max: 6 },
  { name: 'month', label: 'Month', max: MONTH_MAX },
  { name: 'year', label: 'Year', max: 8 },
]

/** A date in three inputs in a fieldset (design §7.2). It never corrects or drops anything typed; a pasted date fills all three. */
export function DateFields({ value, onChange, onBlur, ref, name, birthday, ...props }: DateFieldsProps) {
  const own = useId()
  const { id, 'aria-describedby': describedBy } = useControlProps(props.id ?? own, props)
  const invalidParts = props.invalidParts ?? PARTS.map((part) => part.name)
  const handleChange = (part: PartName, text: string) => {
    const parts = { ...value, [part]: text }
    onChange(parts, isoFromParts(parts))
  }
  const handlePaste = (event: ClipboardEvent) => {
    const parts = partsFromCopy(event.clipboardData.getData('text'))
    if (!parts) return
    event.preventDefault()
    onChange(parts, isoFromParts(parts))
  }
  return (
    <fieldset id={id} className={classNames('min-w-0', fieldClass(props))} aria-describedby={describedBy}>
      <legend className={props.labelHidden ? 'sr-only' : LABEL_CLASS}>
        <LabelText {...props} />
      </legend>
      <FieldNotes id={id} hint={props.hint} error={props.error} />
      <div className="mt-2.5 flex flex-wrap gap-x-4 gap-y-3">
        {PARTS.map((part) => {
          const invalid = props.error !== undefined && props.error !== '' && invalidParts.includes(part.name)
          return (
            <div key={part.name}>
              <label className="block text-sm/5 font-medium" htmlFor={`${id}-${part.name}`}>
                {part.label}
              </label>
              <input
                id={`${id}-${part.name}`}
                ref={part.name === 'day' ? ref : undefined}
                name={name ? `${name}-${part.name}` : undefined}
                className={controlClass({
                  bad: invalid,
                  place: part.name === 'year' ? 'mt-1 w-26 tabular-nums' : 'mt-1 w-19 tabular-nums',
                })}
                type="text"
                inputMode="numeric"
                maxLength={part.max}
                autoComplete={birthday ? `bday-${part.name}` : undefined}
                aria-invalid={invalid || undefined}
                value={value[part.name]}
                onChange={(event) => handleChange(part.name, event.target.value)}
                onPaste={handlePaste}
                onBlur={onBlur}
              />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
