import { useQuery } from '@tanstack/react-query'
import FolderOpen from 'lucide-react/icons/folder-open'
import type { Client } from '#contract/invoices/clients.ts'
import { ProjectsTable } from '#web/shared/invoices/projects-table.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { PanelFailed } from './panel-failed.tsx'
import { ownClientQuery } from './queries.ts'

/** What is done for the person's client (account-admin §2, Client Projects). */
export function ProjectsTab() {
  const query = useQuery(ownClientQuery)
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
      <ProjectsTable client={client} />
    </Card>
  )
}
