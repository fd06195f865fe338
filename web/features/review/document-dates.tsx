import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { documentType } from '#contract/documents/documents.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { type CaseDocument, type DocumentedCase, selectedDocument } from './selected-document.ts'

/** The dates on the document that is looked at; a former version keeps its own. */
export function SelectedDates({ reviewCase }: { reviewCase: DocumentedCase }) {
  const { document: asked } = useSearch({ from: '/admin-shell/admin/users/$id' })
  const { document, title, isFormer } = selectedDocument(reviewCase, asked)
  if (!document || isFormer) return null
  return <DocumentDates key={document.id} title={title} document={document} />
}

/** How a reviewer says that a document bears no date of the kind that must be known before it is accepted. */
const NONE_PRINTED = {
  expiresOn: { date: 'expiresOn', none: 'noExpiryDate', label: 'No expiry date is printed' },
  issuedOn: { date: 'issuedOn', none: 'noIssueDate', label: 'No issue date is printed' },
} as const

/** The dates on a document, as the applicant gave them and the reviewer confirms or corrects them (choices §3). */
function DocumentDates({ title, document }: { title: string; document: CaseDocument }) {
  const [issuedOn, setIssuedOn] = useState(document.issuedOn ?? '')
  const [expiresOn, setExpiresOn] = useState(document.expiresOn ?? '')
  const { date, group } = documentType(document.documentType)
  const required = date && NONE_PRINTED[date]
  const [isNonePrinted, setNonePrinted] = useState(required ? document[required.none] : false)
  const save = useMutation({
    mutationFn: () =>
      api('PUT /api/documents/:id/dates', {
        params: { id: document.id },
        body: {
          issuedOn: issuedOn || null,
          expiresOn: expiresOn || null,
          ...(required && { [required.none]: isNonePrinted }),
        },
      }),
    onSuccess: async () => {
      await invalidate('GET /api/admin/users/:id/kyc-case')
      toast({ kind: 'success', title: 'Dates saved', description: `${title}: the dates are confirmed.` })
    },
  })
  // A selfie carries no dates.
  if (group === 'selfie') return null
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Card aria-labelledby="document-dates">
      <CardHeader id="document-dates" title={`Dates: ${title}`}>
        <span className="text-sm text-ink-3">Uploaded {formatDate(document.uploadedAt)}</span>
      </CardHeader>
      <CardBody>
        <form className="grid gap-4 grid-cols-2 items-end" onSubmit={handleSubmit} noValidate>
          <TextField
            label="Issued on"
            type="date"
            compact
            fieldClassName="m-0"
            error={fields.issuedOn ?? fields.noIssueDate}
            disabled={isNonePrinted && required?.date === 'issuedOn'}
            value={issuedOn}
            onChange={(event) => setIssuedOn(event.target.value)}
          />
          <TextField
            label="Expires on"
            type="date"
            compact
            fieldClassName="m-0"
            error={fields.expiresOn ?? fields.noExpiryDate}
            disabled={isNonePrinted && required?.date === 'expiresOn'}
            value={expiresOn}
            onChange={(event) => setExpiresOn(event.target.value)}
          />
          {required ? (
            <Checkbox
              label={required.label}
              fieldClassName="m-0 col-span-2"
              checked={isNonePrinted}
              onChange={(event) => {
                setNonePrinted(event.target.checked)
                if (event.target.checked) (required.date === 'issuedOn' ? setIssuedOn : setExpiresOn)('')
              }}
            />
          ) : null}
          <Button type="submit" busy={save.isPending} busyLabel="Saving...">
            Confirm dates
          </Button>
        </form>
        {save.error && Object.keys(fields).length === 0 ? (
          <Banner kind="error" title="The dates were not saved" className="mt-4" live>
            {save.error.message}
          </Banner>
        ) : null}
      </CardBody>
    </Card>
  )
}
