import Keyboard from 'lucide-react/icons/keyboard'
import { type ReactNode, useState } from 'react'
import { writeStored } from '#web/lib/browser-storage.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { areShortcutsOn, type Shortcut, useShortcuts } from './use-shortcuts.ts'

const ShortcutsDialog = lazyOverlay(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

/**
 * A page's shortcuts, with the button and the key (?) that list them. They can be switched off, including ?;
 * the button remains. On a phone there are none.
 */
export function Shortcuts({ shortcuts, children }: { shortcuts: readonly Shortcut[]; children?: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(areShortcutsOn)
  useShortcuts([...shortcuts, { key: '?', label: 'Show keyboard shortcuts', run: () => setOpen(true) }])
  const change = (next: boolean) => {
    setOn(next)
    writeStored('local', LOCAL_KEYS.singleKeys, next ? 'on' : 'off')
  }
  return (
    <>
      <Button variant="tertiary" className="max-sm:pointer-coarse:hidden" onClick={() => setOpen(true)}>
        <Keyboard />
        Keyboard shortcuts
        {children}
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
