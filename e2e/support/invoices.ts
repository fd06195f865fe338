import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import type { AdminInvoice, DraftFields } from '#contract/invoices/admin-invoices.ts'
import { addDays, londonDate } from '#domain/plain-date.ts'
import { call } from './by-request.ts'

/** Creates a client with a unique name, with this person if given, as this browser profile's member of staff. */
export async function newClient(
  staff: BrowserContext,
  email?: string,
): Promise<{ id: number; name: string }> {
  const name = `Fernhill Partners ${randomBytes(3).toString('hex')}`
  const { client } = await call<{ client: { id: number; name: string } }>(
    staff.request,
    '/api/admin/clients',
    {
      name,
      client_type: 'company',
      address: '2 Peat Road\nInverness IV99 1AA',
    },
  )
  if (email) await call(staff.request, `/api/admin/clients/${client.id}/users`, { email })
  return client
}

/** Creates a draft of £120.00 for a client. */
export async function newDraft(
  staff: BrowserContext,
  clientId: number,
  fields: Partial<DraftFields> = {},
): Promise<AdminInvoice> {
  const { invoice } = await call<{ invoice: AdminInvoice }>(staff.request, '/api/admin/invoices', {
    client_id: clientId,
    currency: 'gbp',
    due_on: addDays(londonDate(new Date()), 14),
    lines: [{ description: 'Monitoring report', quantity: 1, unit_amount: 10_000, tax_rate: 2000 }],
    ...fields,
  })
  return invoice
}

/** Creates and issues one. */
export async function newInvoice(
  staff: BrowserContext,
  clientId: number,
  fields: Partial<DraftFields> = {},
): Promise<AdminInvoice> {
  const { id, version } = await newDraft(staff, clientId, fields)
  const issued = await call<{ invoice: AdminInvoice }>(staff.request, `/api/admin/invoices/${id}/finalise`, {
    version,
  })
  return issued.invoice
}
