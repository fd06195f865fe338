import { useState } from 'react'
import { type AdminStatus, REASON_TEXT_MAX } from '#contract/cases.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ConflictBanner } from '../review/conflict-banner.tsx'
import { STATUS_EFFECTS, STATUS_LABELS } from './status-words.ts'

export interface StatusDialogProps {
  /** Which of a user's statuses it is. */
  name: string
  status: AdminStatus
  /** What an approval lacks. */
  missing: readonly string[]
  /** A super admin may approve without complete evidence, with a note (cases.md, States). */
  mayOverride: boolean
  busy: boolean
  error: Error | null
  onReload: () => void
  onCancel: () => void
  onConfirm: (note: string, override: boolean) => void
}

/** Asks before a status is set: what it does, what is missing, and a note for the record. */
export function StatusDialog({
  name,
  status,
  missing,
  mayOverride,
  busy,
  error,
  onReload,
  onCancel,
  onConfirm,
}: StatusDialogProps) {
  const [note, setNote] = useState('')
  const [override, setOverride] = useState(false)
  const [noteError, setNoteError] = useState<string>()
  const isIncomplete = status === 'approved' && missing.length > 0
  const handleConfirm = () => {
    if (override && !note.trim()) return setNoteError('Write why the evidence may be incomplete')
    onConfirm(note.trim(), override)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onCancel())}
      title={`Set the ${name} to ${STATUS_LABELS[status]}?`}
      description={STATUS_EFFECTS[status]}
      confirmLabel={`Set to ${STATUS_LABELS[status]}`}
      danger={status === 'rejected'}
      busy={busy}
      busyLabel="Saving..."
      onConfirm={handleConfirm}
    >
      {isIncomplete ? (
        <Banner kind="warning" title="Evidence is missing" className="mt-4">
          <ul className="list-disc pl-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {isIncomplete && mayOverride ? (
        <Checkbox
          label="Approve without complete evidence"
          checked={override}
          onChange={(event) => setOverride(event.target.checked)}
          fieldClassName="mt-3"
        />
      ) : null}
      <TextArea
        label="Note for the record"
        optional={!override}
        hint="Staff only; the applicant never sees it."
        error={noteError}
        maxLength={REASON_TEXT_MAX}
        rows={3}
        fieldClassName="mt-4"
        value={note}
        onChange={(event) => {
          setNote(event.target.value)
          setNoteError(undefined)
        }}
      />
      <ConflictBanner error={error} onReload={onReload} className="mt-4" />
    </ConfirmDialog>
  )
}
