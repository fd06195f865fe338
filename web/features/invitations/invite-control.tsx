import { useMutation } from '@tanstack/react-query'
import FileUp from 'lucide-react/icons/file-up'
import MailPlus from 'lucide-react/icons/mail-plus'
import { type SubmitEvent, useState } from 'react'
import { NAME_MAX } from '#contract/fields.ts'
import { CSV_LINES, CSV_MAX_CHARACTERS, type CsvReportLine } from '#contract/invitations/invitations.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { controlClass } from '#web/ui/control-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * Sends invitations, to one address or to those in a file.
 */
export function InviteControl() {
  const [open, setOpen] = useState<'one' | 'file' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" onClick={() => setOpen('one')}>
        <MailPlus />
        Send Beta Invitation
      </Button>
      <Button onClick={() => setOpen('file')}>
        <FileUp />
        Invite from CSV
      </Button>
      {open === 'one' ? <SendInvitationDialog onClose={close} /> : null}
      {open === 'file' ? <CsvDialog onClose={close} /> : null}
    </div>
  )
}

/** Invites the people in a CSV file, and reports on each of its lines. */
function CsvDialog({ onClose }: { onClose: () => void }) {
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
            className={controlClass({}, 'py-2!')}
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

/** Whether a line with this outcome has something to correct. */
const IS_TODO: Readonly<Record<CsvReportLine['outcome'], boolean>> = {
  sent: false,
  already_invited: false,
  has_account: false,
  repeated: false,
  invalid: true,
  failed: true,
}

/** The outcome of each line of a file, with lines to correct first. */
function CsvReport({ sent, lines }: { sent: number; lines: readonly CsvReportLine[] }) {
  const isTodo = ({ outcome }: CsvReportLine) => IS_TODO[outcome]
  const ordered = [...lines.filter(isTodo), ...lines.filter((line) => !isTodo(line))]
  return (
    <>
      <p role="status">
        {sent} of {lines.length} {lines.length === 1 ? 'invitation was' : 'invitations were'} sent.
      </p>
      <section
        className="mt-4 max-h-[min(420px,50vh)] overflow-auto"
        aria-label="Report for each line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        tabIndex={0}
      >
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-ink-3">
              <th scope="col" className="py-1 pr-3 font-normal">
                Line
              </th>
              <th scope="col" className="py-1 pr-3 font-normal">
                Email
              </th>
              <th scope="col" className="py-1 font-normal">
                Result
              </th>
            </tr>
          </thead>
          <tbody>
            {ordered.map((row) => (
              <tr key={row.line} className="border-t border-line align-top">
                <td className="py-2 pr-3 tabular-nums">{row.line}</td>
                <td className="py-2 pr-3 wrap-anywhere">{row.email || '(empty)'}</td>
                <td className={isTodo(row) ? 'py-2 text-red-ink' : 'py-2'}>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

/** Invites one person. */
function SendInvitationDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const send = useMutation({
    mutationFn: (body: { email: string; name: string }) => api('POST /api/admin/beta-invitation', { body }),
    onSuccess: async ({ alreadyInvited, message }) => {
      await invalidate('GET /api/admin/beta-invites')
      toast(
        alreadyInvited
          ? { kind: 'info', title: 'Already Invited', description: message }
          : { kind: 'success', title: 'Invitation Sent', description: message },
      )
      onClose()
    },
    onError: (error) => toast({ kind: 'error', title: 'Invitation Failed', description: error.message }),
  })
  const fields = send.error instanceof ApiError ? send.error.fields : {}
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (email.trim()) return send.mutate({ email, name })
    toast({
      kind: 'error',
      title: 'Email Required',
      description: 'Enter the email address of the person to invite.',
    })
    event.currentTarget.querySelector<HTMLInputElement>('[name="email"]')?.focus()
  }
  return (
    <FormDialog
      title="Send Beta Invitation"
      description="They get an email with a link to create their account. It is open for 14 days."
      submitLabel="Send Invitation"
      busy={send.isPending}
      busyLabel="Sending..."
      error={
        send.error && !Object.keys(fields).length
          ? { title: 'Invitation Failed', message: send.error.message }
          : null
      }
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        error={fields.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Name"
        name="name"
        optional
        autoComplete="off"
        maxLength={NAME_MAX}
        value={name}
        error={fields.name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
