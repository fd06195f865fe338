import { useState } from 'react'
import type { ReviewItem } from '#contract/review/admin-cases.ts'
import { REASON_TEXT_MAX } from '#contract/verification/case-limits.ts'
import type { DecisionOutcome } from '#domain/cases/case-items.ts'
import { reasonLabel } from '#domain/cases/decision-reasons.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import type { DecisionText } from './decision-text.ts'
import { draftOf, type VerdictDrafts } from './verdict-drafts.ts'

type Props = {
  text: DecisionText
  items: readonly ReviewItem[]
  drafts: VerdictDrafts
  outcome: DecisionOutcome
  busy: boolean
  error: Error | null
  onReload: () => void
  onCancel: () => void
  onConfirm: (note: string) => void
}

/**
 * Says what the decision does before it is made; a rejection needs a second confirmation (cases, What decides a
 * case).
 */
export function DecideDialog({
  text,
  items,
  drafts,
  outcome,
  busy,
  error,
  onReload,
  onCancel,
  onConfirm,
}: Props) {
  const [note, setNote] = useState('')
  const [isSure, setSure] = useState(false)
  const [sureError, setSureError] = useState<string>()
  const isRejection = outcome === 'reject'
  const named = items
    .map((item) => ({ item, draft: draftOf(item, drafts) }))
    .filter(({ draft }) => draft.decision === (isRejection ? 'final' : 'retry'))
  const handleConfirm = () => {
    if (isRejection && !isSure) return setSureError('Tick this to reject the verification')
    onConfirm(note.trim())
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onCancel())}
      title={text.title}
      description={text.effect}
      confirmLabel={text.action}
      danger={isRejection}
      busy={busy}
      busyLabel="Saving..."
      onConfirm={handleConfirm}
    >
      {named.length > 0 && outcome !== 'approve' ? (
        <ul className="mt-3 list-disc pl-5 text-card wrap-anywhere">
          {named.map(({ item, draft }) => (
            <li key={item.item}>
              {item.label}: {draft.reasons.map(reasonLabel).join(', ')}
            </li>
          ))}
        </ul>
      ) : null}
      <TextArea
        label="Note for the record"
        optional
        hint="Staff only. The applicant never sees it."
        fieldClassName="mt-4"
        rows={3}
        maxLength={REASON_TEXT_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {isRejection ? (
        <Checkbox
          label="I understand the applicant can’t fix this"
          error={sureError}
          fieldClassName="mt-3"
          checked={isSure}
          onChange={(event) => {
            setSure(event.target.checked)
            setSureError(undefined)
          }}
        />
      ) : null}
      <ConflictBanner error={error} onReload={onReload} className="mt-4" />
    </ConfirmDialog>
  )
}
