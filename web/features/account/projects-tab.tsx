import { useQuery } from '@tanstack/react-query'
import FolderOpen from 'lucide-react/icons/folder-open'
import type { Client } from '#contract/clients.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { workStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { PanelFailed } from './panel-failed.tsx'
import { clientQuery } from './queries.ts'

/** What is done for the person's client (account-admin §2, Client Projects). */
export function ProjectsTab() {
  const query = useQuery(clientQuery)
  if (query.isError && !query.data) return <PanelFailed query={query} />
  if (!query.data)
    return (
      <LoadingRegion label="Loading your projects">
        <Skeleton height={220} />
      </LoadingRegion>
    )
  const { client } = query.data
  if (!client?.projects.length)
    return (
      <section aria-label="Client Projects">
        <h2 className="sr-only">Client Projects</h2>
        <EmptyState card icon={FolderOpen} title="No Projects Found">
          You don't have any client projects associated with your account yet.
        </EmptyState>
      </section>
    )
  return <Projects client={client} />
}

function Projects({ client }: { client: Client }) {
  return (
    <Card aria-labelledby="client-projects">
      <CardHeader id="client-projects" title={client.name} />
      <DataTable
        caption={`Projects of ${client.name}`}
        head={
          <>
            <Th>Name</Th>
            <Th>Status</Th>
            <Th>Description</Th>
            <Th>Created</Th>
          </>
        }
      >
        {client.projects.map((project) => (
          <tr key={project.id}>
            <Td head className="font-semibold wrap-anywhere">
              {project.name}
            </Td>
            <Td label="Status">
              <StatusBadge vocabulary={workStatus} value={project.status} />
            </Td>
            <Td label="Description" className="wrap-anywhere">
              {project.project_description || '-'}
            </Td>
            <Td label="Created" className="whitespace-nowrap tabular-nums">
              {formatDate(project.created_at)}
            </Td>
          </tr>
        ))}
      </DataTable>
    </Card>
  )
}
