import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import FolderOpen from 'lucide-react/icons/folder-open'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { NAME_MAX } from '#contract/fields.ts'
import { PROJECT_TEXT_MAX, ProjectFields } from '#contract/invoices/client-fields.ts'
import type { AdminClient, Project } from '#contract/invoices/clients.ts'
import { clientTypeLabel, PROJECT_STATUSES } from '#contract/invoices/invoice-values.ts'
import { countryName } from '#domain/country-names.ts'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { PROJECT_LOOKS, ProjectsTable } from '#web/shared/invoices/projects-table.tsx'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Name } from '#web/ui/name.tsx'
import { Page } from '#web/ui/page.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { CannotInvoice } from './cannot-invoice.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { useClientForm } from './client-form.ts'
import { ClientPeople } from './client-people.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { clientQuery } from './queries.ts'

const STATUSES = PROJECT_STATUSES.map((value) => ({ value, label: PROJECT_LOOKS[value].label }))

/** One client: its details, people, projects and invoices. */
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
          <Name>{client.name}</Name>
        </h1>
        <Chip>{clientTypeLabel(client.client_type)}</Chip>
      </div>
      <CannotInvoice client={client} />
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

/** One client's invoices, and a button to write another. */
function ClientInvoices({ client }: { client: AdminClient }) {
  return (
    <Card aria-labelledby="client-invoices">
      <CardHeader id="client-invoices" title="Invoices">
        <IfMay capability="invoices.write">
          <Link
            className={buttonClass('secondary', 'sm')}
            to="/admin/invoices/new"
            search={{ client: client.id }}
          >
            New invoice
          </Link>
        </IfMay>
      </CardHeader>
      <InvoiceList filters={{ client: client.id }} />
    </Card>
  )
}

/** What a client's invoices say about it, and its id at Stripe. */
function ClientDetails({ client }: { client: AdminClient }) {
  const [isEditing, setEditing] = useState(false)
  const { billing_email, address, country, tax_number, stripe_customer_id } = client
  return (
    <Card aria-labelledby="client-details">
      <CardHeader id="client-details" title="Details">
        <IfMay capability="clients.write">
          <Button size="sm" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </IfMay>
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList
          missing="Not set"
          items={[
            { label: 'Name', value: client.name },
            { label: 'Type', value: clientTypeLabel(client.client_type) },
            { label: 'Billing email', value: billing_email && <EmailText address={billing_email} /> },
            { label: 'Address', value: address && <span className="whitespace-pre-line">{address}</span> },
            { label: 'Country', value: country && countryName(country) },
            { label: 'Tax number', value: tax_number },
            {
              label: 'Stripe customer id',
              value: stripe_customer_id && <span className="mono">{stripe_customer_id}</span>,
            },
            { label: 'Created', value: formatDate(client.created_at) },
          ]}
        />
      </CardBody>
      {isEditing ? <ClientDialog client={client} onClose={() => setEditing(false)} /> : null}
    </Card>
  )
}

/** The projects for a client; its people see them in their account. */
function ClientProjects({ client }: { client: AdminClient }) {
  const [edited, setEdited] = useState<Project | 'new' | null>(null)
  return (
    <Card aria-labelledby="client-projects">
      <CardHeader id="client-projects" title="Projects">
        <IfMay capability="clients.write">
          <Button size="sm" onClick={() => setEdited('new')}>
            <Plus className="size-4" />
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

/** Adds a project to a client, or changes the one given. */
function ProjectDialog({
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
