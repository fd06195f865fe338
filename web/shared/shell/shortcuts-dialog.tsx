import { Dialog } from '#web/ui/dialog.tsx'
import { keyName } from '#web/ui/key-name.ts'
import { SwitchRow } from '#web/ui/switch.tsx'
import type { Shortcut } from './use-shortcuts.ts'

/** A page's shortcuts, and the switch for all of them. */
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
      <table className="my-4 w-full text-card">
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
              <th scope="row" className="w-26 py-1.5 pr-3 text-left font-normal whitespace-nowrap">
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

/** The keys with the same action: each of them, or the first and last of a row of digits. */
function Keys({ keys }: { keys: readonly string[] }) {
  const [first = '', last = ''] = [keys[0], keys.at(-1)]
  const isRow = keys.length > 2 && keys.every((key) => /^\d$/.test(key))
  return isRow ? (
    <>
      <Key>{first}</Key> to <Key>{last}</Key>
    </>
  ) : (
    keys.map((key) => <Key key={key}>{keyName(key)}</Key>)
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-7 min-w-7 place-items-center rounded-1 border border-line-strong bg-sunken px-1.5 font-sans text-sm/5.5 font-semibold [kbd+&]:ml-1">
      {children}
    </kbd>
  )
}
