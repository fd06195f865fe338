import { useEffect, useEffectEvent, useRef } from 'react'
import { readStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { type Shortcut, shortcutFor } from './shortcut.ts'

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
