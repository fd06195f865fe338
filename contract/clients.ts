import { z } from 'zod'
import { CLIENT_TYPES, PROJECT_STATUSES } from './billing.ts'
import { endpoint } from './endpoint.ts'
import { Email, FreeText, Moment, NAME_MAX, OneLine, PageQuery, PostalAddress, UserId } from './fields.ts'
import { MUTATION_LIMIT } from './users.ts'

const ClientTypeField = z.enum(CLIENT_TYPES, 'Choose what kind of client this is')
const ProjectStatusField = z.enum(PROJECT_STATUSES, 'Choose a status')

export const Project = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  project_description: z.string().nullable(),
  created_at: Moment,
})
export type Project = z.infer<typeof Project>

/** A client as its own people read it (account-admin §3). */
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

/** A text that may be left empty; empty counts as not given. */
const orNothing = <S extends z.ZodType<string, string>>(schema: S) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullish()
    .transform((value) => value ?? null)

export const ClientFields = z.object({
  name: OneLine(NAME_MAX, 'Enter the client’s name'),
  client_type: ClientTypeField,
  billing_email: orNothing(Email),
  address: orNothing(PostalAddress),
  tax_number: orNothing(OneLine(40)),
  stripe_customer_id: orNothing(
    z
      .string()
      .trim()
      .regex(/^cus_[A-Za-z0-9]{1,60}$/, 'Enter a Stripe customer id, like cus_QXg1o8vcGmoR32'),
  ),
})
export type ClientFields = z.infer<typeof ClientFields>

/** A client for the back office, with its people. */
export const AdminClient = Client.extend({
  billing_email: z.string().nullable(),
  address: z.string().nullable(),
  tax_number: z.string().nullable(),
  created_at: Moment,
  people: z.array(z.object({ id: z.number(), name: z.string().nullable(), email: z.string().nullable() })),
})
export type AdminClient = z.infer<typeof AdminClient>

/** One row of the list of clients. */
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
  access: 'admin',
  summary: 'Clients by name',
  query: PageQuery.extend({ name: FreeText(NAME_MAX).optional() }),
  answer: z.object({ clients: z.array(AdminClientRow), nextCursor: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})

const ClientAnswer = z.object({ client: AdminClient })

export const createClient = endpoint({
  method: 'POST',
  path: '/api/admin/clients',
  access: 'admin',
  summary: 'Create a client',
  body: ClientFields,
  answer: ClientAnswer,
  errors: ['DUPLICATE_ENTRY'],
  limit: MUTATION_LIMIT,
})

export const getClient = endpoint({
  method: 'GET',
  path: '/api/admin/clients/:id',
  access: 'admin',
  summary: 'One client with its people and projects',
  params: z.object({ id: ClientId }),
  answer: ClientAnswer,
  errors: ['NOT_FOUND'],
})

export const updateClient = endpoint({
  method: 'PUT',
  path: '/api/admin/clients/:id',
  access: 'admin',
  summary: 'Change what is known of a client; issued invoices keep what they say',
  params: z.object({ id: ClientId }),
  body: ClientFields,
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'DUPLICATE_ENTRY'],
  limit: MUTATION_LIMIT,
})

export const attachUser = endpoint({
  method: 'POST',
  path: '/api/admin/clients/:id/users',
  access: 'admin',
  summary: 'Let somebody see the projects and invoices of a client',
  params: z.object({ id: ClientId }),
  body: z.object({ email: Email }),
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'DUPLICATE_ENTRY'],
  limit: MUTATION_LIMIT,
})

export const detachUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/clients/:id/users/:userId',
  access: 'admin',
  summary: 'Let somebody no longer see the projects and invoices of a client',
  params: z.object({ id: ClientId, userId: UserId }),
  answer: ClientAnswer,
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})

export const ProjectFields = z.object({
  name: OneLine(NAME_MAX, 'Enter the project’s name'),
  status: ProjectStatusField,
  project_description: orNothing(FreeText(1000)),
})
export type ProjectFields = z.infer<typeof ProjectFields>

export const createProject = endpoint({
  method: 'POST',
  path: '/api/admin/clients/:id/projects',
  access: 'admin',
  summary: 'Add a project to a client',
  params: z.object({ id: ClientId }),
  body: ProjectFields,
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'DUPLICATE_ENTRY'],
  limit: MUTATION_LIMIT,
})

export const updateProject = endpoint({
  method: 'PUT',
  path: '/api/admin/projects/:id',
  access: 'admin',
  summary: 'Change a project; issued invoices keep its former name',
  params: z.object({ id: ProjectId }),
  body: ProjectFields,
  answer: ClientAnswer,
  errors: ['NOT_FOUND', 'DUPLICATE_ENTRY'],
  limit: MUTATION_LIMIT,
})
