import FolderOpen from 'lucide-react/icons/folder-open'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import type { AdminClient, Project } from '#contract/invoices/clients.ts'
import { IfMay } from '#web/lib/may.tsx'
import { ProjectsTable } from '#web/shared/invoices/projects-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ProjectDialog } from './project-dialog.tsx'

/** What is done for a client; its people see it in their account. */
export function ClientProjects({ client }: { client: AdminClient }) {
  const [edited, setEdited] = useState<Project | 'new' | null>(null)
  return (
    <Card aria-labelledby="client-projects">
      <CardHeader id="client-projects" title="Projects">
        <IfMay capability="clients.write">
          <Button size="sm" onClick={() => setEdited('new')}>
            <Plus className="i i-16" />
            Add project
          </Button>
        </IfMay>
      </CardHeader>
      {client.projects.length === 0 ? (
        <EmptyState icon={FolderOpen} title="No projects yet">
          An invoice may name the project that it is for.
        </EmptyState>
      ) : (
        <ProjectsTable
          client={client}
          actionOf={(project) => (
            <IfMay capability="clients.write">
              <Button size="sm" onClick={() => setEdited(project)}>
                Edit<span className="sr-only"> {project.name}</span>
              </Button>
            </IfMay>
          )}
        />
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
