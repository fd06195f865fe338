import { randomBytes } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'
import { inject } from 'vitest'
import type { AdminInvoice, DraftFields } from '#contract/billing-admin.ts'
import { addDays, londonDate } from '#domain/plain-date.ts'

/** A client of its own name, with this person if one is given, made at the desk whose browser profile this is. */
export async function newClient(desk: BrowserContext, email?: string): Promise<{ id: number; name: string }> {
  const name = `Fernhill Partners ${randomBytes(3).toString('hex')}`
  const { client } = await write<{ client: { id: number; name: string } }>(desk, '/api/admin/clients', {
    name,
    client_type: 'company',
    address: '2 Peat Road\nInverness IV99 1AA',
  })
  if (email) await write(desk, `/api/admin/clients/${client.id}/users`, { email })
  return client
}

/** A draft of £120.00 for a client. */
export async function newDraft(
  desk: BrowserContext,
  clientId: number,
  fields: Partial<DraftFields> = {},
): Promise<AdminInvoice> {
  const { invoice } = await write<{ invoice: AdminInvoice }>(desk, '/api/admin/invoices', {
    client_id: clientId,
    currency: 'gbp',
    due_on: addDays(londonDate(new Date()), 14),
    lines: [{ description: 'Monitoring report', quantity: 1, unit_amount: 10_000, tax_rate: 2000 }],
    ...fields,
  })
  return invoice
}

/** The same, issued. */
export async function newInvoice(
  desk: BrowserContext,
  clientId: number,
  fields: Partial<DraftFields> = {},
): Promise<AdminInvoice> {
  const { id, version } = await newDraft(desk, clientId, fields)
  const issued = await write<{ invoice: AdminInvoice }>(desk, `/api/admin/invoices/${id}/finalise`, {
    version,
  })
  return issued.invoice
}

/** Tells the back office something at this desk, as its pages do. Throws what was refused. */
export async function write<Answer>(
  { request }: BrowserContext,
  path: string,
  data: object,
): Promise<Answer> {
  const answer = await request.post(path, { data, headers: { origin: inject('baseUrl') } })
  if (!answer.ok()) throw new Error(`${path} was refused: ${await answer.text()}`)
  return (await answer.json()) as Answer
}
