import Keyboard from 'lucide-react/icons/keyboard'
import { useEffect, useEffectEvent, useState } from 'react'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { type Shortcut, shortcutFor } from './shortcut.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

/**
 * The keys of a page, with the button and the key (?) that show them. They can be switched off, because a single key is
 * easily pressed by speech input (WCAG 2.1.4); then ? is off as well, and the button is left.
 */
export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(() => readStored('local', LOCAL_KEYS.singleKeys) !== 'off')
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn) return
    const help: Shortcut = { key: '?', label: 'Show keyboard shortcuts', run: () => setOpen(true) }
    const shortcut = shortcutFor(event, [...shortcuts, help])
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  const change = (next: boolean) => {
    setOn(next)
    writeStored('local', LOCAL_KEYS.singleKeys, next ? 'on' : 'off')
  }
  return (
    <>
      <Button variant="tertiary" onClick={() => setOpen(true)}>
        <Keyboard className="i" />
        Keyboard shortcuts
      </Button>
      <ShortcutsDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        shortcuts={shortcuts}
        isOn={isOn}
        onChange={change}
      />
    </>
  )
}
