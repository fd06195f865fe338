import { z } from 'zod'
import { ShownEmail } from '#contract/account/shown-email.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FreeText, Moment, NAME_MAX, PageQuery, RequestKey, TheirEmail, UserId } from '#contract/fields.ts'
import { staffChange } from '#contract/staff-change.ts'
import { ClientFields, ProjectFields } from './client-fields.ts'

export const Project = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  project_description: z.string().nullable(),
  created_at: Moment,
})
export type Project = z.infer<typeof Project>

/** A client as its own people see it. */
export const Client = z.object({
  id: z.number(),
  name: z.string(),
  client_type: z.string(),
  stripe_customer_id: z.string().nullable(),
  projects: z.array(Project),
})
export type Client = z.infer<typeof Client>

export const getOwnClient = endpoint({
  method: 'GET',
  path: '/api/client',
  access: 'user',
  summary: 'The client that the caller belongs to, with its projects; null where none does',
  answer: z.object({ client: Client.nullable() }),
  errors: [],
})

export const ClientId = UserId
export const ProjectId = UserId

/** A client as staff see it, with its people. */
export const AdminClient = Client.extend({
  billing_email: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  tax_number: z.string().nullable(),
  created_at: Moment,
  /** Why no invoice can be issued to it now, without further detail; null if one can. */
  cannot_invoice: z.string().nullable(),
  people: z.array(z.object({ id: z.number(), name: z.string().nullable(), ...ShownEmail.shape })),
})
export type AdminClient = z.infer<typeof AdminClient>

export const AdminClientRow = z.object({
  id: z.number(),
  name: z.string(),
  client_type: z.string(),
  people: z.number(),
  projects: z.number(),
  open_invoices: z.number(),
  created_at: Moment,
})
export type AdminClientRow = z.infer<typeof AdminClientRow>

export const listClients = endpoint({
  method: 'GET',
  path: '/api/admin/clients',
  access: 'clients.read',
  summary: 'Clients by name',
  query: PageQuery.extend({ name: FreeText(NAME_MAX).optional() }),
  answer: z.object({ clients: z.array(AdminClientRow), nextCursor: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})

const ClientAnswer = z.object({ client: AdminClient })

export const createClient = staffChange({
  method: 'POST',
  path: '/api/admin/clients',
  access: 'clients.write',
  summary: 'Create a client',
  body: ClientFields.extend({ request_key: RequestKey.optional() }),
  answer: ClientAnswer,
  errors: ['DUPLICATE_ENTRY', 'INVALID_STATE'],
})

export const getClient = endpoint({
  method: 'GET',
  path: '/api/admin/clients/:id',
  access: 'clients.read',
  summary: 'One client with its people and projects',
  params: z.object({ id: ClientId }),
  answer: ClientAnswer,
  errors: ['NOT_FOUND'],
})

export const updateClient = staffChange({
  method: 'PUT',
  path: '/api/admin/clients/:id',
  access: 'clients.write',
  summary: 'Change what is known of a client; issued invoices keep what they say',
  params: z.object({ id: ClientId }),
  body: ClientFields,
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'DUPLICATE_ENTRY'],
})

export const attachUser = staffChange({
  method: 'POST',
  path: '/api/admin/clients/:id/users',
  access: 'clients.write',
  summary: 'Give a person access to a client’s projects and invoices',
  params: z.object({ id: ClientId }),
  body: z.object({ email: TheirEmail }),
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'DUPLICATE_ENTRY'],
})

export const detachUser = staffChange({
  method: 'DELETE',
  path: '/api/admin/clients/:id/users/:userId',
  access: 'clients.write',
  summary: 'Remove a person’s access to a client’s projects and invoices',
  params: z.object({ id: ClientId, userId: UserId }),
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
})

export const createProject = staffChange({
  method: 'POST',
  path: '/api/admin/clients/:id/projects',
  access: 'clients.write',
  summary: 'Add a project to a client',
  params: z.object({ id: ClientId }),
  body: ProjectFields,
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'DUPLICATE_ENTRY'],
})

export const updateProject = staffChange({
  method: 'PUT',
  path: '/api/admin/projects/:id',
  access: 'clients.write',
  summary: 'Change a project; issued invoices keep its former name',
  params: z.object({ id: ProjectId }),
  body: ProjectFields,
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'DUPLICATE_ENTRY'],
})
