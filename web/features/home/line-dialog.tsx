import type { LeafLine } from '#contract/verification/leaf.ts'
import { TaskLink } from '#web/shared/verification/step-link.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type KeyValue, KeyValueList } from '#web/ui/key-value-list.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

/** One line opened: what was given, who looked and when, how long it is stored, and what can be changed. */
export function LineDialog({
  line,
  storedFor,
  onClose,
}: {
  line: LeafLine | undefined
  storedFor: string
  onClose: () => void
}) {
  return (
    <Dialog
      open={line !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      size="sm"
      title={line?.label}
      footer={
        line?.change.href && line.change.action ? (
          <TaskLink className={buttonClass('primary')} href={line.change.href}>
            {line.change.action}
          </TaskLink>
        ) : null
      }
    >
      {line ? <Content line={line} storedFor={storedFor} /> : null}
    </Dialog>
  )
}

function Content({ line, storedFor }: { line: LeafLine; storedFor: string }) {
  const items: KeyValue[] = [{ label: 'State', value: <StandingBadge badge={line.badge} /> }]
  if (line.given) items.push({ label: 'You gave', value: line.given })
  if (line.checked) items.push({ label: 'Checked', value: line.checked })
  return (
    <>
      <KeyValueList items={items} missing="Not available" />
      {line.reasons.map(({ wrong, remedy }) => (
        <p key={wrong} className="mt-4 rounded-2 bg-yellow-bg px-3.5 py-3 text-card text-yellow-ink">
          {wrong} {remedy}
        </p>
      ))}
      <p className="mt-4 text-ink-2">{line.change.text}</p>
      {line.given ? <p className="mt-2 text-sm text-ink-3">{storedFor}</p> : null}
    </>
  )
}
