import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SupportView } from '#contract/directory/support.ts'
import { SLOT_LABELS } from '#contract/documents/documents.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { CHANGE_FORM_FIELDS, supportQuery } from './support-queries.ts'

type Field = (typeof CHANGE_FORM_FIELDS)[number]['value']

const EMPTY = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  reason: '',
  evidence: '',
  documentId: '',
}

type Props = { userId: number; documents: SupportView['documents'] }

/** Proposes a change of a person's details, which someone else must confirm. */
export function ProposeChange({ userId, documents }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Propose a change</Button>
      {isOpen ? <ProposeDialog userId={userId} documents={documents} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ProposeDialog({ userId, documents, onClose }: Props & { onClose: () => void }) {
  const id = useId()
  const [field, setField] = useState<Field>('name')
  const [values, setValues] = useState(EMPTY)
  const propose = useMutation({
    mutationFn: () =>
      api('POST /api/admin/users/:id/changes', { params: { id: userId }, body: bodyOf(field, values) }),
    retry: false,
    onSuccess: (answer) => {
      queryClient.setQueryData(supportQuery(userId).queryKey, { support: answer.support })
      toast({ kind: 'success', title: 'Change proposed', description: 'Someone else has to confirm it.' })
      onClose()
    },
    onError: (error) => {
      const [first] = error instanceof ApiError ? Object.keys(error.fields) : []
      if (first) focusField(`${id}-${first}`)
    },
  })
  const refused: Readonly<Record<string, string>> =
    propose.error instanceof ApiError ? propose.error.fields : {}
  const text = (name: keyof typeof EMPTY, label: string) => ({
    id: `${id}-${name}`,
    label,
    value: values[name],
    error: refused[name],
    fieldClassName: 'mt-5',
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  return (
    <FormDialog
      title="Propose a change"
      description="Someone else has to confirm it. We then email the customer at each address they have confirmed."
      submitLabel="Propose"
      busy={propose.isPending}
      error={
        propose.error && Object.keys(refused).length === 0
          ? { title: 'Nothing was proposed', message: propose.error.message }
          : null
      }
      onSubmit={(event) => {
        event.preventDefault()
        if (!propose.isPending) propose.mutate()
      }}
      onClose={onClose}
    >
      <SelectField
        id={`${id}-field`}
        label="What changes"
        options={CHANGE_FORM_FIELDS}
        value={field}
        onChange={(event) =>
          setField(CHANGE_FORM_FIELDS.find(({ value }) => value === event.target.value)?.value ?? 'name')
        }
      />
      {field === 'name' ? (
        <>
          <TextField {...text('firstName', 'First name')} />
          <TextField {...text('lastName', 'Last name')} />
        </>
      ) : null}
      {field === 'address' ? <TextArea rows={3} {...text('address', 'Home address')} /> : null}
      {field === 'email' ? <TextField {...text('email', 'Email address')} /> : null}
      {field === 'phone' ? <TextField {...text('phone', 'Phone number')} /> : null}
      <TextArea rows={2} {...text('reason', 'Reason')} />
      <TextArea rows={2} {...text('evidence', 'Evidence')} hint="What you have seen that proves it" />
      {documents.length > 0 ? (
        <SelectField
          optional
          {...text('documentId', 'Document')}
          hint="What this person uploaded, if it proves the change"
          placeholder="None"
          options={documents.map(({ id: value, slot, uploadedAt, isFormer }) => ({
            value,
            label: `${SLOT_LABELS[slot]}${isFormer ? ', former version' : ''}, ${formatDate(uploadedAt)}`,
          }))}
        />
      ) : null}
    </FormDialog>
  )
}

function bodyOf(field: Field, values: typeof EMPTY) {
  const { firstName, lastName, email, phone, address, reason, evidence, documentId } = values
  const about = { reason, evidence, ...(documentId && { documentId }) }
  switch (field) {
    case 'name':
      return { field, firstName, lastName, ...about }
    case 'email':
      return { field, email, ...about }
    case 'phone':
      return { field, phone, ...about }
    case 'address':
      return { field, address, ...about }
    default:
      return field satisfies never
  }
}
