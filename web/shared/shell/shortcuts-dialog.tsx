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
  const rows: readonly Omit<Shortcut, 'run'>[] = [
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
          {[...Map.groupBy(rows, ({ label, together }) => together ?? label)].map(([label, same]) => (
            <tr key={label}>
              <th scope="row">
                <Keys keys={same.map(({ key }) => key)} />
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

/** The keys that do the same: each of them, or the first and the last of a row of digits. */
function Keys({ keys }: { keys: readonly string[] }) {
  const [first, last] = [keys[0], keys.at(-1)]
  const isRow = keys.length > 2 && keys.every((key) => /^\d$/.test(key))
  return isRow ? (
    <>
      <kbd>{first}</kbd> to <kbd>{last}</kbd>
    </>
  ) : (
    keys.map((key) => <kbd key={key}>{keyName(key)}</kbd>)
  )
}

const NAMES: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' }

/** A key as it is printed on a keyboard, and as buttons show it. */
function keyName(key: string): string {
  const isCapital = key.length === 1 && key !== key.toLowerCase()
  return NAMES[key] ?? (isCapital ? `⇧${key}` : key.length === 1 ? key.toUpperCase() : key)
}
