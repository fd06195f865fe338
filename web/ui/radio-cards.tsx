import * as RadioGroup from 'radix-ui/radio-group'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { FieldNotes, type FieldTexts, LabelText, useControlProps } from './field.tsx'

export type RadioCardOption<Value extends string> = {
  value: Value
  title: ReactNode
  /** Text, or text with a list, under the title. */
  description?: ReactNode
  /** A chip beside the title. */
  chip?: ReactNode
  disabled?: boolean
}

export type RadioCardsProps<Value extends string> = FieldTexts & {
  id?: string
  name?: string
  options: readonly RadioCardOption<Value>[]
  value: Value | null
  /** Every change of the selection, the arrow keys included. */
  onValueChange: (value: Value) => void
  /**
   * A deliberate choice: click, tap, Space or Enter, also on the card that is selected already, and never an
   * arrow key. What advances by itself hangs on this (design §9, Auto-advance).
   */
  onChoose?: (value: Value) => void
  onBlur?: () => void
  ref?: ComponentProps<'div'>['ref']
  disabled?: boolean
  /** Three short options in one row. */
  columns?: 1 | 3
  className?: string
}

/** A radio group whose options are cards. Radix moves by arrows; the whole card is the label. */
export function RadioCards<Value extends string>({
  options,
  value,
  onValueChange,
  onChoose,
  columns = 1,
  ...props
}: RadioCardsProps<Value>) {
  const own = useId()
  const control = useControlProps(props.id ?? own, props)
  // While an arrow key is down Radix clicks the radio that the focus moves to: no deliberate choice. A key that is
  // up again before the focus has moved (switch devices, scripts) selects here instead.
  const arrow = useRef<'up' | 'down' | 'released'>('up')
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const followKeys = (event: KeyboardEvent) => {
    // The end of the key before must not end this one.
    clearTimeout(settling.current)
    if (!event.key.startsWith('Arrow')) arrow.current = 'up'
    else if (event.type === 'keydown') arrow.current = 'down'
    else {
      arrow.current = 'released'
      settling.current = setTimeout(() => {
        arrow.current = 'up'
      })
    }
  }
  const handleChange = (next: string) => {
    const option = options.find((candidate) => candidate.value === next)
    if (option) onValueChange(option.value)
  }
  const handleEnter = (event: KeyboardEvent, option: RadioCardOption<Value>) => {
    if (event.key !== 'Enter' || !onChoose) return
    event.preventDefault()
    onValueChange(option.value)
    onChoose(option.value)
  }
  return (
    <div className={classNames('f', props.error && 'bad', props.fieldClassName)}>
      <div className={props.labelHidden ? 'sr-only' : 'lab'} id={`${control.id}-label`}>
        <LabelText {...props} />
      </div>
      <FieldNotes id={control.id} hint={props.hint} error={props.error} />
      <RadioGroup.Root
        {...control}
        ref={props.ref}
        name={props.name}
        disabled={props.disabled}
        value={value}
        onValueChange={handleChange}
        aria-labelledby={`${control.id}-label`}
        className={classNames('rcs', columns === 3 && 'rcs-3', props.className)}
        onBlur={props.onBlur}
        onKeyDownCapture={followKeys}
        onKeyUpCapture={followKeys}
        onPointerDownCapture={() => {
          arrow.current = 'up'
        }}
      >
        {options.map((option) => {
          const optionId = `${control.id}-${option.value}`
          return (
            <label className="rc" key={option.value} htmlFor={optionId}>
              <RadioGroup.Item
                className="rc-i"
                id={optionId}
                value={option.value}
                disabled={option.disabled}
                aria-labelledby={`${optionId}-title`}
                aria-describedby={option.description ? `${optionId}-text` : undefined}
                onKeyDown={(event) => handleEnter(event, option)}
                onFocus={() => {
                  if (arrow.current === 'released') onValueChange(option.value)
                }}
                onClick={() => {
                  if (arrow.current === 'up') onChoose?.(option.value)
                }}
              />
              <span className="rc-t" id={`${optionId}-title`}>
                {option.title}
                {option.chip}
              </span>
              {option.description ? (
                <div className="d" id={`${optionId}-text`}>
                  {option.description}
                </div>
              ) : null}
            </label>
          )
        })}
      </RadioGroup.Root>
    </div>
  )
}
