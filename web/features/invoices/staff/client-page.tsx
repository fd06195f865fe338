import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { clientTypeLabel } from '#contract/invoices/billing.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Page } from '#web/ui/page.tsx'
import { ClientDetails } from './client-details.tsx'
import { ClientInvoices } from './client-invoices.tsx'
import { ClientPeople } from './client-people.tsx'
import { ClientProjects } from './client-projects.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { clientQuery } from './queries.ts'

/** One client: what is known of it, its people, its projects and its invoices. */
export function ClientPage() {
  const params = useParams({ from: '/admin-shell/admin/clients/$id' })
  const id = Number(params.id)
  const query = useQuery({ ...clientQuery(id), enabled: Number.isSafeInteger(id) && id > 0 })
  usePageTitle(query.data?.client.name ?? 'Client')
  return (
    <Page width="wide" className="pt-6">
      <BackLink to="/admin/clients">Back to clients</BackLink>
      {query.data ? (
        <Client key={id} client={query.data.client} />
      ) : (
        <>
          <h1 className="mt-2 mb-5" tabIndex={-1}>
            Client
          </h1>
          <NotLoaded query={query} what="client" />
        </>
      )}
    </Page>
  )
}

function Client({ client }: { client: AdminClient }) {
  return (
    <>
      <div className="mt-2 mb-5 flex flex-wrap items-center gap-3">
        <h1 className="wrap-anywhere" tabIndex={-1}>
          {client.name}
        </h1>
        <Chip>{clientTypeLabel(client.client_type)}</Chip>
      </div>
      <div className="grid gap-6">
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <ClientDetails client={client} />
          <ClientPeople client={client} />
        </div>
        <ClientProjects client={client} />
        <ClientInvoices client={client} />
      </div>
    </>
  )
}
