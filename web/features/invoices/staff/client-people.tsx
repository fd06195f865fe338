import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { api } from '#web/lib/api.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.ts'
import { AttachDialog } from './attach-dialog.tsx'
import { placeClient } from './queries.ts'

type Person = AdminClient['people'][number]

/** Who sees a client's projects and invoices: attached by their address, and taken off again. */
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
              <Td label="Email">{person.email ? <EmailText address={person.email} /> : 'N/A'}</Td>
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
    // Taken off by someone else meanwhile, perhaps: the page then shows it.
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
