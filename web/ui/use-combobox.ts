import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { type ComboboxOption, matchingOptions, namedOption } from './combobox-match.ts'

interface ComboboxParts {
  options: readonly ComboboxOption[]
  value: string
  onValueChange: (value: string) => void
  onTextChange?: (text: string) => void
  onBlur?: () => void
  /** Of the list; its options are `{listId}-{value}`. */
  listId: string
  list: RefObject<HTMLElement | null>
}

/** What a combobox shows and how it answers to keys (the ARIA practices: editable, with a list, one option marked). */
export function useCombobox({
  options,
  value,
  onValueChange,
  onTextChange,
  onBlur,
  listId,
  list,
}: ComboboxParts) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<string | null>(null)

  const chosen = options.find((option) => option.value === value)
  // What was typed stands until it agrees with the value no more: answers of another device come from outside.
  const isCurrent = typed !== null && (namedOption(options, typed)?.value ?? '') === value
  const text = isCurrent ? typed : (chosen?.label ?? '')
  const matches = matchingOptions(options, isCurrent ? text : '')
  const isShown = isOpen && matches.length > 0
  const markedIndex = matches.findIndex((option) => option.value === marked)
  const markedId = isShown && markedIndex >= 0 ? `${listId}-${marked}` : undefined

  useEffect(() => {
    if (!isShown) return
    // First the list comes into view, above bars at the edge; then the option into the list. jsdom has no scrolling.
    list.current?.scrollIntoView?.({ block: 'nearest' })
    if (markedId) document.getElementById(markedId)?.scrollIntoView?.({ block: 'nearest' })
  }, [isShown, markedId, list])

  const open = () => {
    if (isOpen) return
    setOpen(true)
    setMarked(value || null)
  }
  const close = () => {
    setOpen(false)
    setMarked(null)
  }
  const choose = (option: ComboboxOption) => {
    setTyped(null)
    onValueChange(option.value)
    close()
  }
  const type = (next: string) => {
    setTyped(next)
    onTextChange?.(next)
    onValueChange(namedOption(options, next)?.value ?? '')
    setOpen(true)
    // Nothing is marked for someone: Enter and Tab take only what was marked on purpose.
    setMarked(null)
  }
  const move = (step: 1 | -1) => {
    if (!isOpen) return open()
    const from = markedIndex < 0 && step < 0 ? 0 : markedIndex
    setMarked(matches[(from + step + matches.length) % matches.length]?.value ?? null)
  }

  const followKey = (event: KeyboardEvent) => {
    const option = isShown ? matches[markedIndex] : undefined
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault()
        if (event.altKey && event.key === 'ArrowUp') return close()
        return move(event.key === 'ArrowDown' ? 1 : -1)
      case 'Enter':
        if (!isOpen) return
        event.preventDefault()
        if (option) return choose(option)
        // The list stays while it waits for a choice.
        return value || !isShown ? close() : undefined
      case 'Escape':
        if (!isOpen) return
        // A dialog around the field stays.
        event.stopPropagation()
        return close()
      case 'Tab':
        if (option) choose(option)
    }
  }
  const leave = (event: FocusEvent) => {
    if (list.current?.contains(event.relatedTarget)) return
    // "uk" becomes "United Kingdom"; what names nothing stays as it was typed.
    if (value) setTyped(null)
    close()
    onBlur?.()
  }

  return { text, matches, isOpen, isShown, marked, markedId, open, choose, type, followKey, leave }
}
