import { NAME_MAX } from '#contract/fields.ts'
import { PROJECT_STATUSES } from '#contract/invoices/billing.ts'
import { PROJECT_TEXT_MAX, ProjectFields } from '#contract/invoices/client-fields.ts'
import type { Project } from '#contract/invoices/clients.ts'
import { api } from '#web/lib/api.ts'
import { PROJECT_LOOKS } from '#web/shared/invoices/project-look.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useClientForm } from './client-form.ts'

const STATUSES = PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_LOOKS[value].label }))

/** Adds a project to a client, or changes the one given. */
export function ProjectDialog({
  clientId,
  project,
  onClose,
}: {
  clientId: number
  project: Project | undefined
  onClose: () => void
}) {
  const { field, dialog } = useClientForm({
    schema: ProjectFields,
    values: {
      name: project?.name ?? '',
      status: PROJECT_STATUSES.find((status) => status === project?.status) ?? 'in_progress',
      project_description: project?.project_description ?? '',
    },
    save: (body) =>
      project
        ? api('PUT /api/admin/projects/:id', { params: { id: project.id }, body })
        : api('POST /api/admin/clients/:id/projects', { params: { id: clientId }, body }),
    onSaved: () => {
      toast({ kind: 'success', title: project ? 'Project changed' : 'Project added' })
      onClose()
    },
  })
  return (
    <FormDialog
      title={project ? 'Edit project' : 'Add project'}
      description={project ? 'Issued invoices keep its former name.' : undefined}
      submitLabel={project ? 'Save changes' : 'Add project'}
      {...dialog}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" maxLength={NAME_MAX} {...field('name')} />
      <SelectField label="Status" options={STATUSES} {...field('status')} />
      <TextArea
        label="Description"
        optional
        rows={3}
        maxLength={PROJECT_TEXT_MAX}
        {...field('project_description')}
      />
    </FormDialog>
  )
}
