import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Building2 from 'lucide-react/icons/building-2'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { AdminClientRow } from '#contract/invoices/clients.ts'
import { clientTypeLabel } from '#contract/invoices/invoice-values.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Name } from '#web/ui/name.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { ListFailed, LoadMore, SearchBar, waitingRow } from './list-parts.tsx'
import { clientsQuery } from './queries.ts'

const HEADS = ['Name', 'Type', 'People', 'Projects', 'Open invoices', 'Created']

/** The clients that invoices are addressed to. */
export function ClientsPage() {
  usePageTitle('Clients')
  const { name } = useSearch({ from: '/admin-shell/admin/clients' })
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const show = (next: string) =>
    void navigate({ to: '/admin/clients', search: { name: next || undefined }, resetScroll: false })
  return (
    <Page width="wide">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>Clients</h1>
        <IfMay capability="clients.write">
          <Button variant="primary" onClick={() => setCreating(true)}>
            <Plus />
            New client
          </Button>
        </IfMay>
      </div>
      <Card aria-label="Clients">
        <SearchBar label="Name" value={name} onSearch={show} />
        <ClientTable name={name} onClear={() => show('')} />
      </Card>
      {isCreating ? (
        <ClientDialog
          onClose={() => setCreating(false)}
          onSaved={({ id }) => void navigate({ to: '/admin/clients/$id', params: { id: String(id) } })}
        />
      ) : null}
    </Page>
  )
}

/** The matching clients, by name. */
function ClientTable({ name, onClear }: { name: string | undefined; onClear: () => void }) {
  const list = useInfiniteQuery(clientsQuery(name))
  const { data, error, isPlaceholderData } = list
  if (error && !data)
    return (
      <ListFailed title="Error loading clients" list={list}>
        {name ? <Button onClick={onClear}>Clear Filters & Retry</Button> : null}
      </ListFailed>
    )
  const rows = data?.pages.flatMap((page) => page.clients)
  if (rows?.length === 0)
    return name ? (
      <EmptyState title="No clients found matching the criteria" />
    ) : (
      <EmptyState icon={Building2} title="No clients yet">
        Create the first one to write invoices to it.
      </EmptyState>
    )
  return (
    <>
      <DataTable
        caption="Clients"
        busy={!rows || isPlaceholderData}
        head={HEADS.map((head) => <Th key={head}>{head}</Th>)}
      >
        {rows?.map((row) => <ClientRow key={row.id} client={row} />) ?? (
          <SkeletonRows cells={waitingRow(HEADS)} />
        )}
      </DataTable>
      <LoadMore list={list} count={rows?.length} singular="client" plural="clients" />
    </>
  )
}

function ClientRow({ client }: { client: AdminClientRow }) {
  return (
    <tr>
      <Td head className="font-semibold wrap-anywhere">
        <Link to="/admin/clients/$id" params={{ id: String(client.id) }}>
          <Name>{client.name}</Name>
        </Link>
      </Td>
      <Td label="Type">
        <Chip>{clientTypeLabel(client.client_type)}</Chip>
      </Td>
      <Td label="People" className="tabular-nums">
        {client.people}
      </Td>
      <Td label="Projects" className="tabular-nums">
        {client.projects}
      </Td>
      <Td label="Open invoices" className="tabular-nums">
        {client.open_invoices}
      </Td>
      <Td label="Created" className="whitespace-nowrap tabular-nums">
        {formatDate(client.created_at)}
      </Td>
    </tr>
  )
}
