import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { documentType } from '#contract/documents/documents.ts'
import { READ_FIELD_LABELS } from '#contract/documents/read-fields.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CaseDocument } from '../selected-document.ts'

/** The id by which the shortcut finds the field. */
export const DATE_FIELD = 'desk-date'

/** The field that says that a date isn't printed. */
const WITHOUT = { expiresOn: 'noExpiryDate', issuedOn: 'noIssueDate' } as const

type Props = {
  document: CaseDocument
  /** The date that a machine has read; it only counts once the reviewer has saved it, or accepted it with its line. */
  read: string | null
  /** Whether accepting the line accepts that date. */
  isAccepted: boolean
  isMissing: boolean
  onSaved: () => void
  /** Called with whether what is entered differs from what was read. */
  onTyped: (isChanged: boolean) => void
}

/** Saves the date that a machine has read of a document, which accepting its line accepts. */
export function useReadDate() {
  return useMutation({
    mutationFn: ({ document, read }: { document: CaseDocument; read: string }) => {
      const { date } = documentType(document.documentType)
      return saveDates(document, { ...(date && { [date]: read }), isAsRead: true })
    },
    onSuccess: () => invalidate('GET /api/admin/users/:id/kyc-case'),
    onError: ({ message }) => toast({ kind: 'error', title: 'The date was not saved', description: message }),
  })
}

/** Saves what is given, and leaves the document's other date as it is. */
function saveDates({ id, issuedOn, expiresOn }: CaseDocument, given: object) {
  return api('PUT /api/documents/:id/dates', { params: { id }, body: { issuedOn, expiresOn, ...given } })
}

/**
 * The date that decides whether a document counts, as printed, or that there is none; nothing for a document
 * without dates.
 */
export function LineDate(props: Props) {
  const { date } = documentType(props.document.documentType)
  return date ? <DateForm date={date} {...props} /> : null
}

function DateForm({
  date,
  document,
  read,
  isAccepted,
  isMissing,
  onSaved,
  onTyped,
}: Props & { date: keyof typeof WITHOUT }) {
  const none = WITHOUT[date]
  const [typed, setTyped] = useState(document[date] ?? read ?? '')
  const [isNone, setNone] = useState(document[none])
  const isRead = document[date] === null && !isNone && read !== null && typed === read
  const save = useMutation({
    mutationFn: () => saveDates(document, { [date]: isNone ? null : typed || null, [none]: isNone }),
    onSuccess: async () => {
      await invalidate('GET /api/admin/users/:id/kyc-case')
      onSaved()
    },
  })
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const problem = fields[date] ?? fields[none] ?? save.error?.message
  const isSame = (isNone ? '' : typed) === (document[date] ?? '') && isNone === document[none]
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form
      noValidate
      className={`mx-5 mt-3 rounded-2 border p-3 ${isMissing ? 'border-2 border-yellow-solid bg-yellow-bg' : 'border-line'}`}
      onSubmit={handleSubmit}
    >
      <TextField
        id={DATE_FIELD}
        label={
          <>
            {READ_FIELD_LABELS[date]} <Kbd>D</Kbd>
          </>
        }
        type="date"
        compact
        fieldClassName="m-0"
        error={problem}
        hint={
          isRead ? `Read by machine. Compare it, then ${isAccepted ? 'accept the line' : 'save'}.` : undefined
        }
        disabled={isNone}
        aria-keyshortcuts="D"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onTyped(target.value !== read)
        }}
      />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <Checkbox
          label="No date on this document"
          fieldClassName="m-0"
          checked={isNone}
          onChange={({ target }) => {
            setNone(target.checked)
            onTyped(target.checked || typed !== read)
          }}
        />
        <Button type="submit" busy={save.isPending} busyLabel="Saving..." disabled={isSame}>
          Save date
        </Button>
      </div>
    </form>
  )
}
