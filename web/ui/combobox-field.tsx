import {
  type UseComboboxReturnValue,
  type UseComboboxState,
  type UseComboboxStateChangeOptions,
  type UseComboboxStateChangeTypes,
  useCombobox,
} from 'downshift'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import {
  type ComponentProps,
  type KeyboardEvent,
  type KeyboardEventHandler,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { type ComboboxOption, matchingOptions, namedOption } from './combobox-match.ts'
import { controlClass } from './control-class.ts'
import { Field, type FieldTexts } from './field.tsx'

const LIST_CLASS =
  'absolute inset-x-0 top-[calc(100%+4px)] z-30 max-h-66 scroll-p-1.5 overflow-y-auto overscroll-contain rounded-2 border border-line-strong bg-raised p-1.5 shadow-2'
const OPTION_CLASS =
  'flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-[6px] px-2.5 py-2 hover:bg-sunken aria-selected:bg-brand-soft aria-selected:text-brand-ink aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-brand pointer-coarse:min-h-11'

export type ComboboxFieldProps = FieldTexts & {
  id?: string
  options: readonly ComboboxOption[]
  /** The chosen option; '' while the typed text matches none. */
  value: string
  onValueChange: (value: string) => void
  /** The text being typed, for options that are looked up while typing. */
  onTextChange?: (text: string) => void
  onBlur?: () => void
  compact?: boolean
  ref?: ComponentProps<'input'>['ref']
  /** The list's label: "Countries". */
  listLabel: string
  /** The message if nothing matches: "No country has this name". */
  noMatch: string
}

/**
 * A labelled input that finds one of many options while typing. Downshift provides keys, roles and the list;
 * typed text is never taken for an option that it doesn't name.
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
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)

  const chosen = options.find((option) => option.value === value) ?? null
  // The typed text stays until it disagrees with the value: answers from another device arrive from outside.
  const isCurrent = typed !== null && (namedOption(options, typed)?.value ?? '') === value
  const text = isCurrent ? typed : (chosen?.label ?? '')
  const matches = [...matchingOptions(options, isCurrent ? text : '')]

  const combobox = useCombobox<ComboboxOption>({
    items: matches,
    itemToString: (option) => option?.label ?? '',
    itemToKey: (option) => option?.value,
    inputValue: text,
    onInputValueChange: ({ type }) => {
      if (CHOICES.has(type)) setTyped(null)
    },
    selectedItem: chosen,
    onSelectedItemChange: ({ selectedItem }) => onValueChange(selectedItem?.value ?? ''),
    stateReducer: takeOnPurpose,
    scrollIntoView,
  })
  const { isOpen, highlightedIndex, selectItem, closeMenu, getInputProps, getMenuProps, getItemProps } =
    combobox
  const isShown = isOpen && matches.length > 0
  useMarkThatStays(matches, combobox)

  useEffect(() => {
    // Scrolls it clear of bars at the window's edges.
    if (isShown && list.current) scrollIntoView(list.current)
  }, [isShown])

  const type = (next: string) => {
    setTyped(next)
    onTextChange?.(next)
    onValueChange(namedOption(options, next)?.value ?? '')
  }
  const followKey = (event: KeyboardEvent, follow: KeyboardEventHandler | undefined) => {
    switch (event.key) {
      // They move the caret within the text.
      case 'Home':
      case 'End':
        return
      case 'Escape':
        // A surrounding dialog stays open while the list is; the typed text stays in any case.
        if (!isOpen) return
        event.stopPropagation()
        break
      case 'Tab':
        if (isOpen && highlightedIndex >= 0) selectItem(matches[highlightedIndex] ?? null)
        break
      case 'ArrowUp':
        if (event.altKey) return closeMenu()
    }
    follow?.(event)
  }
  const leave = () => {
    // "uk" becomes "United Kingdom"; a text that names nothing stays as typed.
    if (value) setTyped(null)
    onBlur?.()
  }
  return (
    <Field {...field}>
      {(control) => {
        const { onKeyDown, ...input } = getInputProps({
          ...control,
          ref,
          onChange: (event) => type(event.currentTarget.value),
          onFocus: (event) => event.currentTarget.select(),
          onBlur: leave,
          'aria-expanded': isShown,
          // The label is associated by itself.
          'aria-labelledby': undefined,
        })
        return (
          <div className={classNames('relative', compact ? 'mt-1.5' : 'mt-2')}>
            <input
              {...input}
              type="text"
              className={controlClass(
                { compact, bad: Boolean(field.error), place: 'w-full' },
                'pr-11 text-ellipsis',
              )}
              autoCapitalize="none"
              spellCheck={false}
              onKeyDown={(event) => followKey(event, onKeyDown)}
            />
            <ChevronDown
              className={classNames(
                'pointer-events-none absolute right-3.5 text-ink-2',
                compact ? 'top-2.5' : 'top-3.5',
              )}
            />
            <div
              {...getMenuProps({
                ref: list,
                'aria-label': listLabel,
                // A scrolling element would otherwise be in the Tab order, and take the focus from a click.
                tabIndex: -1,
                onMouseDown: (event) => event.preventDefault(),
              })}
              className={LIST_CLASS}
              hidden={!isShown}
            >
              {isShown
                ? matches.map((option, index) => (
                    <div
                      key={option.value}
                      {...getItemProps({ item: option, index })}
                      className={OPTION_CLASS}
                    >
                      <span>{option.label}</span>
                      {option === chosen ? <Check className="size-4" /> : null}
                    </div>
                  ))
                : null}
            </div>
            {/* There before it speaks, so that what appears in it is read out. */}
            <p
              className={isOpen && matches.length === 0 ? `${LIST_CLASS} px-4 py-3.5 text-ink-2` : 'sr-only'}
              role="status"
            >
              {isOpen ? resultText(matches.length, noMatch) : null}
            </p>
          </div>
        )
      }}
    </Field>
  )
}

/**
 * Keeps the highlight on its option when the options change while some are still being looked up. The highlight
 * is Downshift's own state: as a prop it would be updated only after a render, too late for keys pressed in
 * quick succession.
 */
function useMarkThatStays(
  matches: readonly ComboboxOption[],
  {
    highlightedIndex,
    setHighlightedIndex,
  }: Pick<UseComboboxReturnValue<ComboboxOption>, 'highlightedIndex' | 'setHighlightedIndex'>,
) {
  const drawn = useRef(matches)
  useLayoutEffect(() => {
    const marked = drawn.current[highlightedIndex]?.value
    drawn.current = matches
    const index = matches.findIndex((option) => option.value === marked)
    if (index !== highlightedIndex) setHighlightedIndex(index)
  })
}

const Change = useCombobox.stateChangeTypes
/** State changes that choose an option and replace the typed text by its name. */
const CHOICES = new Set<UseComboboxStateChangeTypes>([
  Change.ItemClick,
  Change.InputKeyDownEnter,
  Change.FunctionSelectItem,
])

const CLOSED = { isOpen: false, highlightedIndex: -1 }

/**
 * Returns a change's effect on the list: only arrow keys highlight an option, and only Enter, Tab or a click
 * choose it.
 */
function takeOnPurpose(
  state: UseComboboxState<ComboboxOption>,
  { type, changes, props }: UseComboboxStateChangeOptions<ComboboxOption>,
): Partial<UseComboboxState<ComboboxOption>> {
  switch (type) {
    case Change.ItemMouseMove:
    case Change.MenuMouseLeave:
      return state
    // Another click places the caret.
    case Change.InputClick:
      return state.isOpen ? state : changes
    case Change.InputKeyDownArrowDown:
    case Change.InputKeyDownArrowUp:
      return state.isOpen || state.selectedItem ? changes : { ...changes, highlightedIndex: -1 }
    // The list stays open while it waits for a choice.
    case Change.InputKeyDownEnter:
      return state.highlightedIndex < 0 && !state.selectedItem && props.items.length > 0 ? state : changes
    case Change.FunctionSelectItem:
      return { ...changes, ...CLOSED }
    case Change.InputBlur:
    case Change.FunctionCloseMenu:
      return CLOSED
    default:
      return changes
  }
}

/** Scrolls no further than necessary; jsdom doesn't support scrolling. */
function scrollIntoView(element: HTMLElement) {
  element.scrollIntoView?.({ block: 'nearest' })
}

function resultText(count: number, noMatch: string): string {
  if (count === 0) return noMatch
  return count === 1 ? '1 result' : `${count} results`
}
