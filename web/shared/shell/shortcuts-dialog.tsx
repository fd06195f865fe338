import '#web/styles/shortcuts.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { SwitchRow } from '#web/ui/switch.tsx'
import type { Shortcut } from './shortcut.ts'

/** The keys of a page and what they do, and the switch for all of them. */
export function ShortcutsDialog({
  open,
  onClose,
  shortcuts,
  isOn,
  onChange,
}: {
  open: boolean
  onClose: () => void
  shortcuts: readonly Shortcut[]
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  const rows = [
    ...shortcuts,
    { key: '/', label: 'Find a person, company or invoice' },
    { key: '?', label: 'Show this list' },
  ]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Keyboard shortcuts"
      description="Shortcuts are off while you type or a dialog is open."
    >
      <table className="keys">
        <caption className="sr-only">Keys of this page</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label }) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{label}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SwitchRow
        label="Single-key shortcuts"
        description="Kept in this browser."
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </Dialog>
  )
}
