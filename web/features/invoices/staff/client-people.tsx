import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { useId, useState } from 'react'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { PersonEmail } from '#web/shared/directory/person-email.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorText } from '#web/ui/field.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Name } from '#web/ui/name.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { submitError } from './client-form.ts'
import { placeClient } from './queries.ts'

type Person = AdminClient['people'][number]

/** The people who see a client's projects and invoices: attached by their address, and removable. */
export function ClientPeople({ client }: { client: AdminClient }) {
  const [isAttaching, setAttaching] = useState(false)
  const mayRead = useMay('people.read')
  const [leaving, setLeaving] = useState<Person | null>(null)
  return (
    <Card aria-labelledby="client-people">
      <CardHeader id="client-people" title="People">
        <IfMay capability="clients.write">
          <Button size="sm" onClick={() => setAttaching(true)}>
            <UserPlus className="size-4" />
            Add someone
          </Button>
        </IfMay>
      </CardHeader>
      {client.people.length === 0 ? (
        <EmptyState icon={UserPlus} title="No one belongs to this client yet">
          People who are attached see its projects and pay its invoices.
        </EmptyState>
      ) : (
        <DataTable
          caption={`People of ${client.name}`}
          head={
            <>
              <Th>Name</Th>
              <Th>Email</Th>
              <Th hidden>Action</Th>
            </>
          }
        >
          {client.people.map((person) => (
            <tr key={person.id}>
              <Td head className="font-semibold wrap-anywhere">
                {mayRead ? (
                  <Link to="/admin/users/$id" params={{ id: String(person.id) }}>
                    {nameOf(person)}
                  </Link>
                ) : (
                  nameOf(person)
                )}
              </Td>
              <Td label="Email">
                <PersonEmail person={person} missing="N/A" />
              </Td>
              <Td action>
                <IfMay capability="clients.write">
                  <Button size="sm" onClick={() => setLeaving(person)}>
                    Detach<span className="sr-only"> {nameOf(person)}</span>
                  </Button>
                </IfMay>
              </Td>
            </tr>
          ))}
        </DataTable>
      )}
      {isAttaching ? <AttachDialog client={client} onClose={() => setAttaching(false)} /> : null}
      {leaving ? <DetachDialog client={client} person={leaving} onClose={() => setLeaving(null)} /> : null}
    </Card>
  )
}

function DetachDialog({
  client,
  person,
  onClose,
}: {
  client: AdminClient
  person: Person
  onClose: () => void
}) {
  const detach = useMutation({
    mutationFn: () =>
      api('DELETE /api/admin/clients/:id/users/:userId', {
        params: { id: client.id, userId: person.id },
      }),
    onSuccess: async (answer) => {
      await placeClient(answer.client)
      toast({ kind: 'success', title: 'Detached', description: `${nameOf(person)} no longer belongs here` })
      onClose()
    },
    // Someone else may have removed them meanwhile: the page then shows it.
    onError: () => invalidate('GET /api/admin/clients/:id'),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Detach ${nameOf(person)}?`}
      description={`They no longer see the projects and invoices of ${client.name}. What they have paid stays paid.`}
      confirmLabel="Detach"
      danger
      busy={detach.isPending}
      busyLabel="Detaching..."
      error={detach.error && { title: 'No one was removed', message: detach.error.message }}
      onConfirm={() => detach.mutate()}
    />
  )
}

function nameOf({ id, name, email }: Person): string {
  return name ?? email ?? `User ${id}`
}

/**
 * Attaches someone by their address. Looking up a name only fills in the address: what people call themselves
 * proves nothing, and the server accepts only confirmed addresses (security R55).
 */
function AttachDialog({ client, onClose }: { client: AdminClient; onClose: () => void }) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [missing, setMissing] = useState<string>()
  const attach = useMutation({
    mutationFn: () =>
      api('POST /api/admin/clients/:id/users', { params: { id: client.id }, body: { email: email.trim() } }),
    onSuccess: async (answer) => {
      await placeClient(answer.client)
      toast({ kind: 'success', title: 'Attached', description: `${email.trim()} now belongs here` })
      onClose()
    },
    onError: () => focusField(id),
  })
  const refusal = attach.error instanceof ApiError ? attach.error.fields.email : undefined
  return (
    <FormDialog
      title="Add someone"
      description={`They see the projects and invoices of ${client.name}, and pay them.`}
      submitLabel="Attach"
      busy={attach.isPending}
      busyLabel="Attaching..."
      error={submitError(attach.error, { email })}
      onSubmit={(event) => {
        event.preventDefault()
        if (email.trim()) return attach.mutate()
        setMissing('Enter the address that they sign in with')
        focusField(id)
      }}
      onClose={onClose}
    >
      <TextField
        id={id}
        label="Email"
        type="email"
        autoComplete="off"
        hint="The address that they sign in with, or their confirmed system address."
        error={missing ?? refusal}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          setMissing(undefined)
          attach.reset()
        }}
      />
      <IfMay capability="people.find">
        <FindByName
          onChoose={(address) => {
            setEmail(address)
            setMissing(undefined)
            attach.reset()
            focusField(id)
          }}
        />
      </IfMay>
    </FormDialog>
  )
}

/** Searches for people by part of their name, on request, because every search is recorded. */
function FindByName({ onChoose }: { onChoose: (email: string) => void }) {
  const [name, setName] = useState('')
  const [asked, setAsked] = useState('')
  const { data, error, isFetching } = useQuery({
    ...endpointQuery('GET /api/admin/users', { query: { name: asked, limit: 8 } }),
    enabled: asked !== '',
  })
  const found = data?.data.filter(({ email }) => email !== null)
  return (
    <div className="mt-8 border-t border-line pt-7">
      <div className="flex items-end gap-3">
        <TextField
          label="Or find them by name"
          type="search"
          compact
          autoComplete="off"
          maxLength={200}
          fieldClassName="flex-1"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It searches, and doesn't attach anyone yet.
            event.preventDefault()
            setAsked(name.trim())
          }}
        />
        <Button busy={isFetching} busyLabel="Finding..." onClick={() => setAsked(name.trim())}>
          Find
        </Button>
      </div>
      <div role="status" className="mt-3">
        {error ? <ErrorText>{error.message}</ErrorText> : null}
        {found?.length === 0 ? (
          <p className="text-ink-2">No one with an email address has this name.</p>
        ) : null}
      </div>
      {found?.length ? (
        <ul className="grid gap-1" aria-label="People found">
          {found.map((person) => (
            <li key={person.id}>
              <button
                className="link text-left wrap-anywhere"
                type="button"
                onClick={() => onChoose(person.email ?? '')}
              >
                <Name>{person.name ?? 'Not set'}</Name>, <PersonEmail person={person} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
