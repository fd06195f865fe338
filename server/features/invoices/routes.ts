import { and, desc, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import * as checkouts from '#contract/invoices/checkouts.ts'
import { getOwnClient } from '#contract/invoices/clients.ts'
import * as hosted from '#contract/invoices/hosted-invoices.ts'
import type { Invoice, PaymentState } from '#contract/invoices/invoices.ts'
import * as contract from '#contract/invoices/invoices.ts'
import { paymentState } from '#domain/invoices/payment-state.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { clientOfUser, presentClient } from '#server/model/invoices/clients.ts'
import { redirectTo, sendInvoicePdf } from '#server/model/invoices/invoice-answers.ts'
import { refreshCopies } from '#server/model/invoices/invoice-copies.ts'
import { isInvoiceId, presentInvoice } from '#server/model/invoices/invoice-view.ts'
import { changeAsking, findOwnInvoice } from '#server/model/invoices/invoices.ts'
import { lastPayment } from '#server/model/invoices/payments.ts'
import { invoices } from '#server/model/schema/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isMoment, type Paging, pageOf, readCursor } from '#server/platform/database/keyset.ts'
import { countMisses } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { findVisit, finishVisit, presentVisit } from './checkout.ts'
import { findHosted, readHosted } from './hosted-invoice.ts'
import { payInvoice } from './pay-invoice.ts'

/** What people see of their client's invoices, and paying them (account-admin §2, Invoices panel). */
export function registerInvoices(routes: Routes, services: Services): void {
  const { database, config } = services
  const { db } = database
  const counted = <T>(request: FastifyRequest, found: Promise<T>) => countMisses(services, request, found)
  const payerOf = (request: FastifyRequest) => ({
    userId: callerOf(request).userId,
    origin: originOf(request),
  })

  routes.on(getOwnClient)(async ({ request }) => {
    const client = await clientOfUser(db, callerOf(request).userId)
    return { client: client ? await presentClient(db, client) : null }
  })

  routes.on(contract.listInvoices)(async ({ query, request }) => {
    const client = await clientOfUser(db, callerOf(request).userId)
    if (!client) return { invoices: [], nextCursor: null }
    if (!query.cursor) await refreshCopies(services, client)
    return listInvoices(db, client.id, config.publicUrl, query)
  })

  routes.on(contract.payInvoice)(async ({ params, request }) => ({
    checkout_url: await counted(request, payInvoice(services, payerOf(request), params.id)),
  }))

  routes.on(contract.getPaymentState)(({ params, request }) =>
    counted(request, readPaymentState(services, callerOf(request).userId, params.id)),
  )

  routes.on(contract.getInvoicePdf)(async ({ params, request, reply }) => {
    const row = await counted(request, findOwnInvoice(db, callerOf(request).userId, params.id))
    return sendInvoicePdf(services, reply, row)
  })

  routes.on(checkouts.getCheckout)(async ({ params, request }) => {
    const visit = await counted(request, findVisit(services, callerOf(request).userId, params.id))
    return { checkout: presentVisit(visit, services.now()) }
  })

  routes.on(checkouts.finishCheckout)(async ({ params, body, request }) => {
    const visit = await counted(request, finishVisit(services, payerOf(request), params.id, body.outcome))
    return { checkout: presentVisit(visit, services.now()) }
  })

  registerHosted(routes, services)
}

/** For anyone who has the link of an invoice, signed in or not. */
function registerHosted(routes: Routes, services: Services): void {
  const { db } = services.database

  routes.on(hosted.getHostedInvoice)(async ({ params }) => ({
    invoice: await readHosted(services, params.token),
  }))

  routes.on(hosted.openHostedInvoice)(async ({ params, reply }) => {
    const row = await findHosted(db, params.token)
    const isOurs = row.providerRef === null
    return redirectTo(
      reply,
      isOurs
        ? `${services.config.publicUrl}/invoice/${params.token}`
        : (await services.billing.read(row)).hostedUrl,
    )
  })

  routes.on(hosted.getHostedPdf)(async ({ params, reply }) =>
    sendInvoicePdf(services, reply, await findHosted(db, params.token)),
  )
}

/**
 * How the payment of a person's invoice stands, read again from its issuer: what a browser comes back with proves
 * nothing (law §6.2). Throws NOT_FOUND and PROVIDER_FAILED.
 */
async function readPaymentState(
  services: Services,
  userId: number,
  id: string,
): Promise<{ state: PaymentState; invoice: Invoice }> {
  const { database, config, now } = services
  await findOwnInvoice(database.db, userId, id)
  await changeAsking(services, id, { actor: { kind: 'system' } })
  // The attempt first: an invoice that is paid between the two is read as paid, and not as one without an attempt.
  const last = await lastPayment(database.db, id)
  const row = await findOwnInvoice(database.db, userId, id)
  return {
    state: paymentState(row.status, last ?? null, now()),
    invoice: presentInvoice(database.db, row, config.publicUrl),
  }
}

/**
 * One page of a client's issued invoices, newest first, from the last one seen on: the first page costs the same
 * however many follow (performance P8). Throws VALIDATION_ERROR for a cursor that is not ours.
 */
async function listInvoices(
  db: Db,
  clientId: number,
  publicUrl: string,
  { limit, cursor }: Paging,
): Promise<{ invoices: Invoice[]; nextCursor: string | null }> {
  const place = cursor ? readCursor(cursor, isMoment, isInvoiceId) : undefined
  const rows = await db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.clientId, clientId),
        // A draft is no one's business yet.
        sql`${invoices.status} <> 'draft'`,
        place && sql`(${invoices.datedAt}, ${invoices.id}) < (${place.key}::timestamptz, ${place.id})`,
      ),
    )
    .orderBy(desc(invoices.datedAt), desc(invoices.id))
    .limit(limit + 1)
  const { page, nextCursor } = pageOf(rows, limit, (last) => ({
    key: last.datedAt.toISOString(),
    id: last.id,
  }))
  return { invoices: page.map((row) => presentInvoice(db, row, publicUrl)), nextCursor }
}
