import FolderOpen from 'lucide-react/icons/folder-open'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { AdminClient, Project } from '#contract/clients.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { workStatus } from '#web/ui/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { ProjectDialog } from './project-dialog.tsx'

/** What is done for a client; its people see it in their account. */
export function ClientProjects({ client }: { client: AdminClient }) {
  const [edited, setEdited] = useState<Project | 'new' | null>(null)
  return (
    <Card aria-labelledby="client-projects">
      <CardHeader id="client-projects" title="Projects">
        <Button size="sm" onClick={() => setEdited('new')}>
          <Plus className="i i-16" />
          Add project
        </Button>
      </CardHeader>
      {client.projects.length === 0 ? (
        <EmptyState icon={FolderOpen} title="No projects yet">
          An invoice may name the project that it is for.
        </EmptyState>
      ) : (
        <DataTable
          caption={`Projects of ${client.name}`}
          head={
            <>
              <Th>Name</Th>
              <Th>Status</Th>
              <Th>Description</Th>
              <Th>Created</Th>
              <Th hidden>Action</Th>
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
              <Td label="Description" className="wrap-anywhere whitespace-pre-line">
                {project.project_description || '-'}
              </Td>
              <Td label="Created" className="whitespace-nowrap tabular-nums">
                {formatDate(project.created_at)}
              </Td>
              <Td action>
                <Button size="sm" onClick={() => setEdited(project)}>
                  Edit<span className="sr-only"> {project.name}</span>
                </Button>
              </Td>
            </tr>
          ))}
        </DataTable>
      )}
      {edited ? (
        <ProjectDialog
          clientId={client.id}
          project={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Card>
  )
}
