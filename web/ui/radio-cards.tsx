import * as RadioGroup from 'radix-ui/radio-group'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { FieldNotes, type FieldTexts, fieldClass, LABEL_CLASS, LabelText, useControlProps } from './field.tsx'

export type RadioCardOption<Value extends string> = {
  value: Value
  title: ReactNode
  /** Text, or text with a list, below the title. */
  description?: ReactNode
  /** A chip next to the title. */
  chip?: ReactNode
  disabled?: boolean
}

export type RadioCardsProps<Value extends string> = FieldTexts & {
  id?: string
  name?: string
  options: readonly RadioCardOption<Value>[]
  value: Value | null
  /** Called for every change of the selection, including by arrow keys. */
  onValueChange: (value: Value) => void
  /**
   * Called for a deliberate choice: click, tap, Space or Enter, also on the selected card, but never an arrow
   * key. Auto-advance depends on this (design §9.3).
   */
  onChoose?: (value: Value) => void
  onBlur?: () => void
  ref?: ComponentProps<'div'>['ref']
  disabled?: boolean
  /** Three short options in one row. */
  columns?: 1 | 3
  className?: string
}

const CARD_CLASS =
  'relative grid grid-cols-[24px_1fr] rounded-3 border transition-[border-color,background-color] duration-(--t-1) ease-(--ease) has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'
const ENABLED_CLASS =
  'cursor-pointer border-line-strong bg-surface hover:border-ink-2 has-data-[state=checked]:border-brand has-data-[state=checked]:bg-[color-mix(in_oklab,var(--brand-soft)_45%,var(--surface))] has-data-[state=checked]:inset-ring has-data-[state=checked]:inset-ring-brand'
const DISABLED_CLASS =
  'cursor-not-allowed border-line bg-sunken text-ink-3 has-data-[state=checked]:inset-ring has-data-[state=checked]:inset-ring-brand'
/** The card shows the focus ring. */
const RADIO_CLASS =
  'size-6 cursor-pointer rounded-full border-[1.5px] border-line-strong bg-surface p-0 focus-visible:outline-none data-[state=checked]:border-[7px] data-[state=checked]:border-brand'

/** A radio group of cards. Radix handles the arrow keys; the whole card is the label. */
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
  // While an arrow key is down Radix clicks the radio that gets the focus, which isn't a deliberate choice. A
  // key released before the focus has moved (switch devices, scripts) selects here instead.
  const arrow = useRef<'up' | 'down' | 'released'>('up')
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const followKeys = (event: KeyboardEvent) => {
    // The previous key's timer must not affect this one.
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
    <div className={fieldClass(props)}>
      <div className={props.labelHidden ? 'sr-only' : LABEL_CLASS} id={`${control.id}-label`}>
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
        className={classNames(
          'mt-3 grid gap-3',
          columns === 3 && 'grid-cols-[repeat(3,1fr)] max-sm:grid-cols-[1fr]',
          props.className,
        )}
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
            <label
              className={classNames(
                CARD_CLASS,
                columns === 3 ? 'items-center gap-3 p-3.5' : 'gap-x-3.5 gap-y-1 px-5 py-4.5 max-sm:p-4',
                props.disabled || option.disabled ? DISABLED_CLASS : ENABLED_CLASS,
              )}
              key={option.value}
              htmlFor={optionId}
            >
              <RadioGroup.Item
                className={classNames(
                  RADIO_CLASS,
                  Boolean(option.description) && columns === 1 && 'row-start-1 row-end-3',
                )}
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
              <span
                className={classNames(
                  'flex flex-wrap gap-x-2.5 gap-y-1 leading-6 font-[620]',
                  columns === 3 && 'text-[.9375rem]',
                )}
                id={`${optionId}-title`}
              >
                {option.title}
                {option.chip}
              </span>
              {option.description ? (
                <div
                  className="col-start-2 text-card text-ink-2 [&_li+li]:mt-[3px] [&_li::marker]:text-ink-3 [&_ul]:mt-1.5 [&_ul]:list-disc [&_ul]:pl-4.5"
                  id={`${optionId}-text`}
                >
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
