import { randomBytes } from 'node:crypto'
import type { AdminInvoice, DraftFields } from '#contract/invoices/admin-invoices.ts'
import type { ClientFields } from '#contract/invoices/client-fields.ts'
import type { AdminClient } from '#contract/invoices/clients.ts'
import type { TestApp, TestUser } from './app.ts'

/** Creates a client with a unique name and these people. */
export async function newClient(
  admin: TestUser,
  people: TestUser[] = [],
  fields: Partial<ClientFields> = {},
): Promise<AdminClient> {
  const name = `Fernhill Partners ${randomBytes(4).toString('hex')}`
  const made = await admin.call('POST', '/api/admin/clients', {
    name,
    client_type: 'company',
    address: '2 Peat Road\nInverness IV99 1AA',
    ...fields,
  })
  if (made.statusCode !== 200) throw new Error(`The client was refused: ${made.body}`)
  const { id } = made.json().client
  for (const { email } of people) {
    const answer = await admin.call('POST', `/api/admin/clients/${id}/users`, { email })
    if (answer.statusCode !== 200) throw new Error(`The person was refused: ${answer.body}`)
  }
  return (await admin.call('GET', `/api/admin/clients/${id}`)).json().client
}

/** A line of £100.00 with 20% tax. */
export const LINE = {
  description: 'Verification of credits',
  quantity: 1,
  unit_amount: 10_000,
  tax_rate: 2000,
}

/** Creates a draft for this client, due a fortnight later by the test's clock. */
export async function newDraft(
  app: TestApp,
  admin: TestUser,
  clientId: number,
  fields: Partial<DraftFields> = {},
): Promise<AdminInvoice> {
  const due = new Date(app.clock.now.getTime() + 14 * 86_400_000).toISOString().slice(0, 10)
  const answer = await admin.call('POST', '/api/admin/invoices', {
    client_id: clientId,
    currency: 'gbp',
    due_on: due,
    lines: [LINE],
    ...fields,
  })
  if (answer.statusCode !== 200) throw new Error(`The draft was refused: ${answer.body}`)
  return answer.json().invoice
}

/** Issues an invoice to this client. */
export async function newInvoice(
  app: TestApp,
  admin: TestUser,
  clientId: number,
  fields: Partial<DraftFields> = {},
): Promise<AdminInvoice> {
  const draft = await newDraft(app, admin, clientId, fields)
  const answer = await finalise(admin, draft)
  if (answer.statusCode !== 200) throw new Error(`The invoice was refused: ${answer.body}`)
  return answer.json().invoice
}

/** Finalises a draft at the version that was read. */
export function finalise(admin: TestUser, { id, version }: Pick<AdminInvoice, 'id' | 'version'>) {
  return admin.call('POST', `/api/admin/invoices/${id}/finalise`, { version })
}

/** Starts paying an invoice and returns the id of the checkout that the person is sent to. */
export async function goToPay(person: TestUser, id: string): Promise<string> {
  const answer = await person.call('POST', `/api/invoices/${id}/pay`)
  if (answer.statusCode !== 200) throw new Error(`The payment was refused: ${answer.body}`)
  return new URL(answer.json().checkout_url).pathname.replace('/checkout/', '')
}

/** The ledger's events about an invoice, a client or a project, oldest first. */
export async function eventsAbout(app: TestApp, subject: string) {
  const { rows } = await app.database.pool.query<{
    type: string
    actor_kind: string
    actor_id: string | null
    before: unknown
    after: unknown
    note: string | null
  }>('select type, actor_kind, actor_id, before, after, note from events where subject = $1 order by id', [
    subject,
  ])
  return rows
}
