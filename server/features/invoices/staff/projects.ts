import { and, eq } from 'drizzle-orm'
import type { ProjectFields } from '#contract/invoices/client-fields.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import { invoices, projects } from '#server/model/schema/invoices.ts'
import { recordAct, type StaffAct } from '#server/model/staff/staff-act.ts'
import { violatedConstraint } from '#server/platform/database/database-faults.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { lockClient, readClient } from './clients.ts'

/** Adds a project to a client. Throws NOT_FOUND, and DUPLICATE_ENTRY if the client has one with this name. */
export async function createProject(
  services: Services,
  act: StaffAct,
  clientId: number,
  fields: ProjectFields,
): Promise<AdminClient> {
  const at = services.now()
  return services.database
    .transaction(async (tx) => {
      await lockClient(tx, clientId)
      const [row] = await tx
        .insert(projects)
        .values({ clientId, ...columnsOf(fields), createdAt: at, updatedAt: at })
        .returning()
      if (!row) throw new Error('An insert answers with its row')
      await recordAct(tx, act, {
        at,
        type: 'project.created',
        subject: `project:${row.id}`,
        after: { clientId, ...columnsOf(fields) },
      })
      return readClient(tx, services.config, clientId, act.actor.id)
    })
    .catch(refuseTaken)
}

/** Changes a project. Throws NOT_FOUND and DUPLICATE_ENTRY. */
export async function updateProject(
  services: Services,
  act: StaffAct,
  id: number,
  fields: ProjectFields,
): Promise<AdminClient> {
  const at = services.now()
  return services.database
    .transaction(async (tx) => {
      const [before] = await tx.select().from(projects).where(eq(projects.id, id)).for('update')
      if (!before) throw new AppError('NOT_FOUND', 'There is no such project.')
      await tx
        .update(projects)
        .set({ ...columnsOf(fields), updatedAt: at })
        .where(eq(projects.id, id))
      // Issued invoices keep the name they were issued with.
      await tx
        .update(invoices)
        .set({ projectName: fields.name })
        .where(and(eq(invoices.projectId, id), eq(invoices.status, 'draft')))
      const { name, status, description, clientId } = before
      await recordAct(tx, act, {
        at,
        type: 'project.changed',
        subject: `project:${id}`,
        before: { name, status, description },
        after: columnsOf(fields),
      })
      return readClient(tx, services.config, clientId, act.actor.id)
    })
    .catch(refuseTaken)
}

function columnsOf(fields: ProjectFields) {
  return { name: fields.name, status: fields.status, description: fields.project_description }
}

function refuseTaken(error: unknown): never {
  if (violatedConstraint(error) !== 'projects_name') throw error
  const sentence = 'This client already has a project with this name.'
  throw new AppError('DUPLICATE_ENTRY', sentence, { fields: { name: sentence } })
}
