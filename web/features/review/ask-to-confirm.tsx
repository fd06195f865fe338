import { type SubmitEvent, useState } from 'react'
import { hasLetters } from '#contract/fields.ts'
import { REASON_TEXT_MAX } from '#contract/verification/cases.ts'
import { CONFIRM_DAYS } from '#contract/verification/verification.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useCaseChange } from './use-case-change.ts'

type Props = { userId: number; version: number }

/** Asks someone approved to confirm their details once more; the reason stays with the staff (cases, Keeping it true). */
export function AskToConfirm({ userId, version }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mb-5">
      <Button onClick={() => setOpen(true)}>Ask to confirm details</Button>
      {isOpen ? <AskDialog userId={userId} version={version} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

function AskDialog({ userId, version, onClose }: Props & { onClose: () => void }) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const ask = useCaseChange(
    userId,
    () =>
      api('POST /api/admin/users/:id/kyc-reverification', {
        params: { id: userId },
        body: { version, note: note.trim() },
      }),
    'The user was asked to confirm',
  )
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!hasLetters(note)) return setProblem('Write why you ask')
    ask.mutate()
  }
  return (
    <FormDialog
      title="Ask to confirm details"
      description={`We’ll email the user. They have ${CONFIRM_DAYS} days to confirm their details and stay verified in the meantime.`}
      submitLabel="Ask to confirm"
      busy={ask.isPending}
      busyLabel="Asking..."
      error={ask.error ? { title: 'We didn’t ask the user', message: ask.error.message } : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextArea
        label="Why you ask"
        hint="Staff only. The user never sees it."
        rows={3}
        maxLength={REASON_TEXT_MAX}
        error={problem}
        value={note}
        onChange={(event) => {
          setNote(event.target.value)
          setProblem(undefined)
        }}
      />
    </FormDialog>
  )
}
