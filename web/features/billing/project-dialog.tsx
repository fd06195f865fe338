import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { PROJECT_STATUSES } from '#contract/billing.ts'
import { PROJECT_TEXT_MAX, ProjectFields } from '#contract/client-fields.ts'
import type { Project } from '#contract/clients.ts'
import { NAME_MAX } from '#contract/fields.ts'
import { api } from '#web/lib/api.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { lookOf, workStatus } from '#web/ui/status.ts'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { placeFieldErrors, submitError } from './form-errors.ts'
import { placeClient } from './queries.ts'

type Values = z.input<typeof ProjectFields>

const STATUSES = PROJECT_STATUSES.map((value) => ({ value, label: lookOf(workStatus, value).label }))

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
  const form = useForm<Values, unknown, ProjectFields>({
    resolver: zodResolver(ProjectFields),
    defaultValues: {
      name: project?.name ?? '',
      status: PROJECT_STATUSES.find((one) => one === project?.status) ?? 'in_progress',
      project_description: project?.project_description ?? '',
    },
  })
  const { errors } = form.formState
  const save = useMutation({
    mutationFn: (body: ProjectFields) =>
      project
        ? api('PUT /api/admin/projects/:id', { params: { id: project.id }, body })
        : api('POST /api/admin/clients/:id/projects', { params: { id: clientId }, body }),
    // Sent again after an answer that was lost, it would be refused as the double of itself.
    retry: false,
    onSuccess: async (answer) => {
      await placeClient(answer.client)
      toast({ kind: 'success', title: project ? 'Project changed' : 'Project added' })
      onClose()
    },
    onError: (error) => placeFieldErrors(form, error),
  })
  return (
    <FormDialog
      title={project ? 'Edit project' : 'Add project'}
      description={project ? 'Issued invoices keep its former name.' : undefined}
      submitLabel={project ? 'Save changes' : 'Add project'}
      busy={save.isPending}
      error={submitError(save.error, form.getValues())}
      onSubmit={(event) => void form.handleSubmit((body) => save.mutate(body))(event)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={NAME_MAX}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <SelectField
        label="Status"
        options={STATUSES}
        error={errors.status?.message}
        {...form.register('status')}
      />
      <TextArea
        label="Description"
        optional
        rows={3}
        maxLength={PROJECT_TEXT_MAX}
        error={errors.project_description?.message}
        {...form.register('project_description')}
      />
    </FormDialog>
  )
}
