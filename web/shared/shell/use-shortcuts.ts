import { useEffect, useEffectEvent, useRef } from 'react'
import { readStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'

/** One key and what it does. */
export interface Shortcut {
  key: string
  label: string
  /** What the list of keys says of this one and others in one row, instead of a row for each. */
  together?: string
  run: () => void
}

/** What a key press says about where it was made. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
  target: EventTarget | null
}

/**
 * The shortcut of a key press; undefined where someone types, holds a modifier or the key, or answers a dialog, so that
 * nothing of a page is set off by the way.
 */
export function shortcutFor(press: KeyPress, shortcuts: readonly Shortcut[]): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return undefined
  if (isTyping(press.target) || isPressed(press) || isDialogOpen()) return undefined
  return shortcuts.find(({ key }) => key === press.key)
}

/** Whether a dialog waits for an answer before anything else. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog]:not([aria-modal=false]), [role=alertdialog]') !== null
}

/** Enter presses the button or link that has the focus, or sends the form of a field, and arrows move within a list of tabs or what scrolls. */
function isPressed({ key, target }: KeyPress): boolean {
  if (!(target instanceof Element) || target.closest('[data-shortcuts=all]')) return false
  if (key === 'Enter') return target.closest('a, button, summary, form input') !== null
  return key.startsWith('Arrow') && target.closest('[role=tablist], [data-scrolls]') !== null
}

const TYPED_INTO = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null
}

/** Whether keys do anything: they can be switched off, because a single key is easily pressed by speech input (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readStored('local', LOCAL_KEYS.singleKeys) !== 'off'
}

/** What is on the screen now, each with its shortcuts. */
const inUse = new Set<() => readonly Shortcut[]>()

/** Returns what the keys of the screen do now, each action once, whether or not the keys are switched off. */
export function currentShortcuts(): Shortcut[] {
  const all = [...inUse].flatMap((shortcuts) => shortcuts())
  return all.filter(({ label }, index) => all.findIndex((other) => other.label === label) === index)
}

/** Runs these keys while the caller is on the screen, unless shortcuts are switched off. */
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
    // One key does one thing: the first who knows it has done it.
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
