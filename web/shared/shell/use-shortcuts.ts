import { useEffect, useEffectEvent, useRef } from 'react'
import { readStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'

/** A key and its action. */
export interface Shortcut {
  key: string
  label: string
  /** The label under which this one and others share a row in the list, instead of one row each. */
  together?: string
  run: () => void
}

/** The context of a key press. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  repeat: boolean
  target: EventTarget | null
}

/**
 * The shortcut for a key press, with Caps Lock on or off; undefined in a field, with a modifier, on a repeat or while a dialog is open,
 * so that nothing is triggered by accident.
 */
export function shortcutFor(press: KeyPress, shortcuts: readonly Shortcut[]): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return undefined
  if (isTyping(press.target) || isPressed(press) || isDialogOpen()) return undefined
  const plain = press.key.length > 1 ? press.key : press.key.toLowerCase()
  // A capital letter may have an action of its own, which needs Shift.
  const shifted = press.shiftKey
    ? shortcuts.find(({ key }) => key !== plain && key.toLowerCase() === plain)
    : undefined
  return shifted ?? shortcuts.find(({ key }) => key === plain)
}

/** Whether a modal dialog is open. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog]:not([aria-modal=false]), [role=alertdialog]') !== null
}

/**
 * Whether the focused element uses the key itself: Enter on a button, a link or a form's field, arrows in tabs
 * or a scrollable element.
 */
function isPressed({ key, target }: KeyPress): boolean {
  if (!(target instanceof Element) || target.closest('[data-shortcuts=all]')) return false
  if (key === 'Enter') return target.closest('a, button, summary, form input') !== null
  return key.startsWith('Arrow') && target.closest('[role=tablist], [data-scrolls]') !== null
}

const TYPED_INTO = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null
}

/**
 * Whether shortcuts are on: they can be switched off, because speech input easily triggers single keys (WCAG
 * 2.1.4).
 */
export function areShortcutsOn(): boolean {
  return readStored('local', LOCAL_KEYS.singleKeys) !== 'off'
}

/** The shortcuts of everything currently on the screen. */
const inUse = new Set<() => readonly Shortcut[]>()

/** Returns the screen's current shortcuts, each action once, even if they are switched off. */
export function currentShortcuts(): Shortcut[] {
  const all = [...inUse].flatMap((shortcuts) => shortcuts())
  return all.filter(({ label }, index) => all.findIndex((other) => other.label === label) === index)
}

/** Enables these shortcuts while the caller is on the screen, unless they are switched off. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const read = () => latest.current
    inUse.add(read)
    return () => void inUse.delete(read)
  }, [])
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // A key has one action: an earlier listener has already handled it.
    if (event.defaultPrevented) return
    const shortcut = shortcutFor(event, shortcuts)
    if (!shortcut || !areShortcutsOn()) return
    event.preventDefault()
    shortcut.run()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}
