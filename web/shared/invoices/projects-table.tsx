import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Loader from 'lucide-react/icons/loader'
import Pause from 'lucide-react/icons/pause'
import type { ReactNode } from 'react'
import type { Client, Project } from '#contract/invoices/clients.ts'
import type { PROJECT_STATUSES } from '#contract/invoices/invoice-values.ts'
import { formatDate } from '#web/lib/dates.ts'
import { DataTable, Td, Th } from '#web/ui/data-table.tsx'
import { Name } from '#web/ui/name.tsx'
import { receivedLook, StatusBadge, type StatusLook } from '#web/ui/status-badge.tsx'

export const PROJECT_LOOKS: Readonly<Record<(typeof PROJECT_STATUSES)[number], StatusLook>> = {
  completed: { label: 'Completed', family: 'green', icon: CircleCheck },
  in_progress: { label: 'In Progress', family: 'blue', icon: Loader },
  on_hold: { label: 'On Hold', family: 'yellow', icon: Pause },
  cancelled: { label: 'Cancelled', family: 'neutral', icon: Ban },
}

/** The badge for a project's status, as entered. */
const projectLook = (status: string) => receivedLook(PROJECT_LOOKS, status)

/** A client's projects, for its people and staff. */
export function ProjectsTable({
  client,
  actionOf,
}: {
  client: Pick<Client, 'name' | 'projects'>
  /** A project's action; without it the column is omitted. */
  actionOf?: (project: Project) => ReactNode
}) {
  return (
    <DataTable
      caption={`Projects of ${client.name}`}
      head={
        <>
          <Th>Name</Th>
          <Th>Status</Th>
          <Th>Description</Th>
          <Th>Created</Th>
          {actionOf ? <Th hidden>Action</Th> : null}
        </>
      }
    >
      {client.projects.map((project) => (
        <tr key={project.id}>
          <Td head className="font-semibold wrap-anywhere">
            <Name>{project.name}</Name>
          </Td>
          <Td label="Status">
            <StatusBadge look={projectLook(project.status)} />
          </Td>
          <Td label="Description" className="wrap-anywhere whitespace-pre-line">
            {project.project_description || '-'}
          </Td>
          <Td label="Created" className="whitespace-nowrap tabular-nums">
            {formatDate(project.created_at)}
          </Td>
          {actionOf ? <Td action>{actionOf(project)}</Td> : null}
        </tr>
      ))}
    </DataTable>
  )
}
