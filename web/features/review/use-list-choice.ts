import { type ChangeEvent, type KeyboardEvent, useRef } from 'react'

/**
 * The handlers of a select whose choice leads to a question or another page (WCAG 3.2.2): a key opens a closed list
 * rather than choosing from it, and Escape chooses nothing. Browsers report the option on which a list was left as
 * chosen, whichever key closed it, so a choice made by keys counts once its key is released.
 */
export function useListChoice(onChoose: (value: string) => void) {
  const isByKeys = useRef(false)
  const held = useRef<string | null>(null)
  const finish = (isChosen: boolean) => {
    const value = held.current
    if (value === null) return
    held.current = null
    isByKeys.current = false
    if (isChosen) onChoose(value)
  }
  return {
    onPointerDown: () => {
      isByKeys.current = false
    },
    onKeyDown: (event: KeyboardEvent<HTMLSelectElement>) => {
      isByKeys.current = true
      openInstead(event)
    },
    onChange: (event: ChangeEvent<HTMLSelectElement>) => {
      held.current = event.target.value
      if (!isByKeys.current) finish(true)
    },
    onKeyUp: ({ key }: KeyboardEvent<HTMLSelectElement>) => {
      if (key === 'Escape') isByKeys.current = false
      finish(key !== 'Escape')
    },
    // Chosen by pointer from a list that a key had opened, or by Tab.
    onClick: () => finish(true),
    onBlur: () => finish(true),
  }
}

function openInstead(event: KeyboardEvent<HTMLSelectElement>): void {
  const isOther = event.ctrlKey || event.metaKey || event.altKey
  const wouldChoose = /^(Arrow|Home|End|Page)/.test(event.key) || event.key.length === 1
  if (isOther || !wouldChoose || !('showPicker' in event.currentTarget)) return
  event.preventDefault()
  event.currentTarget.showPicker()
}
