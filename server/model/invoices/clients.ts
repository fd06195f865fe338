import { asc, eq } from 'drizzle-orm'
import type { Client, Project } from '#contract/invoices/clients.ts'
import { addresseeOf } from '#server/model/mail/mail-person.ts'
import {
  type ClientRow,
  clients,
  clientUsers,
  type ProjectRow,
  projects,
} from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openText } from '#server/platform/fields/stored-values.ts'

/** A client with its tax number decrypted. */
export type OpenedClient = Omit<ClientRow, 'taxNumber'> & { taxNumber: string | null }

/** A row with its tax number decrypted. Throws if that was altered or is another client's. */
export function openClient(db: Db, row: ClientRow): OpenedClient {
  return { ...row, taxNumber: openText(db, row.taxNumber, taxPlace(row.id)) }
}

/** Where a client's tax number is stored. */
export function taxPlace(clientId: number): FieldPlace {
  return ['clients', 'tax_number', String(clientId)]
}

/** The client that a person belongs to; undefined if none. */
export async function clientOfUser(db: Db, userId: number): Promise<ClientRow | undefined> {
  const [found] = await db
    .select({ client: clients })
    .from(clientUsers)
    .innerJoin(clients, eq(clients.id, clientUsers.clientId))
    .where(eq(clientUsers.userId, userId))
  return found?.client
}

/** A client's projects, oldest first. */
export async function projectsOf(db: Db, clientId: number): Promise<ProjectRow[]> {
  return db.select().from(projects).where(eq(projects.clientId, clientId)).orderBy(asc(projects.id))
}

/** A recipient of emails about a client's invoices. */
export interface Addressee {
  userId: number | undefined
  name: string | null
  to: string
}

/** Everyone who is told about a client's invoices: its people and its accounts department, each address once. */
export async function addresseesOf(tx: Db, clientId: number): Promise<Addressee[]> {
  const found: Addressee[] = []
  const people = await tx
    .select({ userId: clientUsers.userId })
    .from(clientUsers)
    .where(eq(clientUsers.clientId, clientId))
    .orderBy(asc(clientUsers.userId))
  for (const { userId } of people) {
    const person = await addresseeOf(tx, userId)
    if (person) found.push({ userId, ...person })
  }
  const [client] = await tx
    .select({ email: clients.billingEmail })
    .from(clients)
    .where(eq(clients.id, clientId))
  if (client?.email) found.push({ userId: undefined, name: null, to: client.email })
  const isFirst = ({ to }: Addressee, place: number) =>
    found.findIndex((addressee) => addressee.to.toLowerCase() === to.toLowerCase()) === place
  return found.filter(isFirst)
}

/** A project as its people read it. */
export function presentProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    project_description: row.description,
    created_at: row.createdAt.toISOString(),
  }
}

/** A client as its own people read it. */
export async function presentClient(db: Db, row: Omit<ClientRow, 'taxNumber'>): Promise<Client> {
  const { id, name, clientType, stripeCustomerId } = row
  return {
    id,
    name,
    client_type: clientType,
    stripe_customer_id: stripeCustomerId,
    projects: (await projectsOf(db, id)).map(presentProject),
  }
}
