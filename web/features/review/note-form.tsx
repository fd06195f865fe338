import { type SubmitEvent, useState } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { REASON_TEXT_MAX } from '#contract/verification/case-limits.ts'
import { api } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useCaseChange } from './use-case-change.ts'

/** Writes a note for colleagues; the applicant never sees it. */
export function NoteForm({ userId, reviewCase: { kind } }: { userId: number; reviewCase: ReviewCase }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  // One key per note: sent again after a lost answer, it creates no second note.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const add = useCaseChange(
    userId,
    (note: string) =>
      api('POST /api/admin/users/:id/kyc-notes', {
        params: { id: userId },
        body: { kind, text: note, request_key: key },
      }),
    'Note added',
  )
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!text.trim()) return setError('Write a note')
    if (add.isPending) return
    add.mutate(text.trim(), {
      onSuccess: () => {
        setText('')
        setKey(crypto.randomUUID())
      },
    })
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <TextArea
        label="New note"
        hint="Staff only. The applicant never sees it, and it isn’t in their data export."
        rows={2}
        className="min-h-16"
        maxLength={REASON_TEXT_MAX}
        error={error}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setError(undefined)
        }}
      />
      {add.error ? (
        <Banner kind="error" title="The note was not added" className="mt-3" live>
          {add.error.message}
        </Banner>
      ) : null}
      <Button type="submit" size="sm" className="mt-3" busy={add.isPending} busyLabel="Adding...">
        Add note
      </Button>
    </form>
  )
}
