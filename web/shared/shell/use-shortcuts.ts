import { useEffect, useEffectEvent } from 'react'
import { readStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { type Shortcut, shortcutFor } from './shortcut.ts'

/** Whether keys do anything: they can be switched off, because a single key is easily pressed by speech input (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readStored('local', LOCAL_KEYS.singleKeys) !== 'off'
}

/** Runs these keys while the caller is on the screen, unless shortcuts are switched off. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
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
