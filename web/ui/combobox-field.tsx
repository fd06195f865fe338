import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ComponentProps, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import type { ComboboxOption } from './combobox-match.ts'
import { Field, type FieldTexts } from './field.tsx'
import { useCombobox } from './use-combobox.ts'

export type ComboboxFieldProps = FieldTexts & {
  id?: string
  options: readonly ComboboxOption[]
  /** The chosen option; '' while what is typed names none. */
  value: string
  onValueChange: (value: string) => void
  /** What is being typed, for options that are looked up as people type. */
  onTextChange?: (text: string) => void
  onBlur?: () => void
  compact?: boolean
  ref?: ComponentProps<'input'>['ref']
  /** Names the list: "Countries". */
  listLabel: string
  /** What is said where nothing matches: "No country has this name". */
  noMatch: string
}

/**
 * A labelled input that finds one of many options as people type: the combobox of the ARIA practices, with a list.
 * Arrow keys mark an option, and Enter and Tab take the marked one; a text that names an option exactly is as good as
 * choosing it.
 */
export function ComboboxField({
  options,
  value,
  onValueChange,
  onTextChange,
  onBlur,
  compact,
  listLabel,
  noMatch,
  ref,
  ...field
}: ComboboxFieldProps) {
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const box = useCombobox({ options, value, onValueChange, onTextChange, onBlur, listId, list })
  const { isShown, matches } = box
  return (
    <Field {...field}>
      {(control) => (
        <div className={classNames('cb', compact && 'cb-sm')}>
          <input
            {...control}
            ref={ref}
            type="text"
            role="combobox"
            className={classNames('in', compact && 'in-sm', field.error && 'bad')}
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-activedescendant={box.markedId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={box.text}
            onChange={(event) => box.type(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={box.open}
            onKeyDown={box.followKey}
            onBlur={box.leave}
          />
          <ChevronDown className="i cb-i" />
          <div
            className="cb-l"
            id={listId}
            role="listbox"
            aria-label={listLabel}
            hidden={!isShown}
            ref={list}
          >
            {isShown
              ? matches.map((option) => (
                  <Option
                    key={option.value}
                    id={`${listId}-${option.value}`}
                    option={option}
                    isMarked={option.value === box.marked}
                    isChosen={option.value === value}
                    onChoose={box.choose}
                  />
                ))
              : null}
          </div>
          {/* There before it speaks, so that what appears in it is read out. */}
          <p className={box.isOpen && matches.length === 0 ? 'cb-l cb-none' : 'sr-only'} role="status">
            {box.isOpen ? resultText(matches.length, noMatch) : null}
          </p>
        </div>
      )}
    </Field>
  )
}

function Option({
  id,
  option,
  isMarked,
  isChosen,
  onChoose,
}: {
  id: string
  option: ComboboxOption
  isMarked: boolean
  isChosen: boolean
  onChoose: (option: ComboboxOption) => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and the keys; this is its marked option.
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      tabIndex={-1}
      className="cb-o"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      <span>{option.label}</span>
      {isChosen ? <Check className="i i-16" /> : null}
    </div>
  )
}

function resultText(count: number, noMatch: string): string {
  if (count === 0) return noMatch
  return count === 1 ? '1 result' : `${count} results`
}
