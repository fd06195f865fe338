import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { CSV_LINES, CSV_MAX_CHARACTERS } from '#contract/invitations/invitations.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { CsvReport } from './csv-report.tsx'

/** Invites the people of a CSV file, and reports on each of its lines. */
export function CsvDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const send = useMutation({
    mutationFn: async (chosen: File) =>
      api('POST /api/admin/beta-invitations/csv', { body: { csv: await chosen.text() } }),
    onSuccess: () => invalidate('GET /api/admin/beta-invites'),
  })
  if (send.data)
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : onClose())}
        title="Invitations from your file"
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <CsvReport sent={send.data.sent} lines={send.data.lines} />
      </Dialog>
    )
  const refused = send.error instanceof ApiError ? send.error.fields.csv : undefined
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!file) return setProblem('Choose a CSV file')
    if (file.size > CSV_MAX_CHARACTERS) return setProblem('Choose a file of less than 200 KB')
    send.mutate(file)
  }
  return (
    <FormDialog
      title="Invite from a CSV file"
      description={`Put one email address on each line, and after a comma the person’s name if you know it. Up to ${CSV_LINES} lines.`}
      submitLabel="Send Invitations"
      busy={send.isPending}
      busyLabel="Sending..."
      error={send.error && !refused ? { title: 'Invitations Failed', message: send.error.message } : null}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field label="CSV file" error={problem ?? refused}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            className="in h-auto py-2"
            onChange={(event) => {
              setProblem(undefined)
              send.reset()
              setFile(event.target.files?.[0] ?? null)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
