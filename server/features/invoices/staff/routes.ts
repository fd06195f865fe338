import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/invoices/admin-invoices.ts'
import type { AdminClientRow } from '#contract/invoices/clients.ts'
import * as clients from '#contract/invoices/clients.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { sendInvoicePdf } from '#server/model/invoices/invoice-answers.ts'
import { findInvoice } from '#server/model/invoices/invoices.ts'
import { staffActOf } from '#server/model/staff/staff-act.ts'
import { viewRecorder } from '#server/model/staff/staff-views.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  contains,
  isStorableKey,
  type Paging,
  pageOf,
  readCursor,
  sortPlace,
} from '#server/platform/database/keyset.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { bookEntry } from './book-entry.ts'
import { attachUser, detachUser } from './client-people.ts'
import { selectClients } from './clients.sql.ts'
import { createClient, readClient, updateClient } from './clients.ts'
import { commandInvoice, recordPayment, resendInvoice } from './commands.ts'
import { changeDraft, deleteDraft, draftInvoice } from './drafts.ts'
import { exportInvoices } from './export-csv.ts'
import { readInvoice } from './invoice-detail.ts'
import { presentRow, searchInvoices } from './invoice-list.ts'
import { finaliseInvoice } from './issue.ts'
import { createProject, updateProject } from './projects.ts'
import { reversePayment } from './reverse-payment.ts'

/** What staff do: clients, their people and projects, and their invoices. */
export function registerInvoicing(routes: Routes, services: Services): void {
  registerClients(routes, services)
  registerStaffInvoices(routes, services)
}

function registerClients(routes: Routes, services: Services): void {
  const { db } = services.database
  const recordList = viewRecorder(services, 'admin.clients_viewed')
  const recordOne = viewRecorder(services, 'admin.client_viewed')

  routes.on(clients.listClients)(async ({ query, request }) => {
    const answer = await services.read(request, (db) => searchClients(db, query))
    await recordList(request)
    return answer
  })
  routes.on(clients.createClient)(async ({ body: { request_key: key, ...fields }, request }) => ({
    client: await createClient(services, staffActOf(request), fields, key),
  }))
  routes.on(clients.getClient)(async ({ params, request }) => {
    const client = await readClient(db, services.config, params.id, callerOf(request).userId)
    await recordOne(request, { subject: `client:${params.id}` })
    return { client }
  })
  routes.on(clients.updateClient)(async ({ params, body, request }) => ({
    client: await updateClient(services, staffActOf(request), params.id, body),
  }))
  routes.on(clients.attachUser)(async ({ params, body, request }) => ({
    client: await attachUser(services, staffActOf(request), params.id, body.email),
  }))
  routes.on(clients.detachUser)(async ({ params, request }) => ({
    client: await detachUser(services, staffActOf(request), params.id, params.userId),
  }))
  routes.on(clients.createProject)(async ({ params, body, request }) => ({
    client: await createProject(services, staffActOf(request), params.id, body),
  }))
  routes.on(clients.updateProject)(async ({ params, body, request }) => ({
    client: await updateProject(services, staffActOf(request), params.id, body),
  }))
}

function registerStaffInvoices(routes: Routes, services: Services): void {
  const { database, config, now, read } = services
  const present = async (request: FastifyRequest, id: string) => ({
    invoice: await readInvoice(services, id, callerOf(request).userId),
  })

  const recordList = viewRecorder(services, 'admin.invoices_viewed')
  const recordOne = viewRecorder(services, 'admin.invoice_viewed')

  routes.on(contract.listAllInvoices)(async ({ query, request }) => {
    const { limit, cursor, ...filters } = query
    const { found, nextCursor } = await read(request, (db) =>
      searchInvoices(db, filters, { limit, cursor, now: now() }),
    )
    await recordList(request)
    return {
      invoices: found.map((invoice) =>
        presentRow(database.db, invoice, { publicUrl: config.publicUrl, now: now() }),
      ),
      nextCursor,
    }
  })
  routes.on(contract.exportInvoices)(async ({ query, request, reply }) =>
    reply
      .header('content-disposition', 'attachment; filename="invoices.csv"')
      .type('text/csv; charset=utf-8')
      .send(await exportInvoices(services, staffActOf(request), query)),
  )
  routes.on(contract.draftInvoice)(async ({ body: { request_key: key, ...fields }, request }) =>
    present(request, await draftInvoice(services, staffActOf(request), fields, key)),
  )
  routes.on(contract.readInvoice)(async ({ params, request }) => {
    const answer = await present(request, params.id)
    await recordOne(request, { subject: `invoice:${params.id}` })
    return answer
  })
  routes.on(contract.changeDraft)(async ({ params, body, request }) => {
    await changeDraft(services, staffActOf(request), params.id, body)
    return present(request, params.id)
  })
  routes.on(contract.deleteDraft)(async ({ params, request }) => {
    await deleteDraft(services, staffActOf(request), params.id)
    return { success: true }
  })
  routes.on(contract.finaliseInvoice)(async ({ params, body, request }) => {
    await finaliseInvoice(services, staffActOf(request), params.id, body.version)
    return present(request, params.id)
  })
  routes.on(contract.voidInvoice)(async ({ params, body, request }) => {
    await commandInvoice(services, staffActOf(request), params.id, 'void', body.reason)
    return present(request, params.id)
  })
  routes.on(contract.markUncollectible)(async ({ params, request }) => {
    await commandInvoice(services, staffActOf(request), params.id, 'mark_uncollectible')
    return present(request, params.id)
  })
  routes.on(contract.recordPayment)(async ({ params, body, request }) => {
    const { amount, note, received_on: receivedOn, request_key: key } = body
    await recordPayment(services, staffActOf(request), params.id, { amount, note, receivedOn, key })
    return present(request, params.id)
  })
  routes.on(contract.reversePayment)(async ({ params: { id, attempt }, body, request }) => {
    await reversePayment(services, staffActOf(request), id, { attempt, reason: body.reason })
    return present(request, id)
  })
  routes.on(contract.creditInvoice)(async ({ params, body, request }) => {
    const { amount, reason, refund_note, request_key: key } = body
    const asked = { kind: 'credit', amount, note: reason, refundNote: refund_note, key } as const
    await bookEntry(services, staffActOf(request), params.id, asked)
    return present(request, params.id)
  })
  routes.on(contract.refundInvoice)(async ({ params, body, request }) => {
    const { amount, note, request_key: key } = body
    await bookEntry(services, staffActOf(request), params.id, { kind: 'refund', amount, note, key })
    return present(request, params.id)
  })
  routes.on(contract.resendInvoice)(async ({ params, request }) => ({
    sent: await resendInvoice(services, staffActOf(request), params.id),
  }))
  routes.on(contract.readInvoicePdf)(async ({ params, request, reply }) => {
    const invoice = await findInvoice(database.db, params.id)
    await recordOne(request, { subject: `invoice:${params.id}` })
    return sendInvoicePdf(services, reply, invoice)
  })
}

interface ClientSearch extends Paging {
  name?: string
}

/** Clients by name, page by page. Throws VALIDATION_ERROR for a cursor that isn't ours. */
async function searchClients(
  db: Db,
  { name, limit, cursor }: ClientSearch,
): Promise<{ clients: AdminClientRow[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, isStorableKey) : undefined
  const { rows } = await selectClients(db, [name ? contains(name) : null, place?.key ?? null, limit + 1])
  const { page, nextCursor } = pageOf(rows, limit, sortPlace)
  return {
    clients: page.map((row) => ({ ...row, id: Number(row.id), created_at: row.created_at.toISOString() })),
    nextCursor,
  }
}
