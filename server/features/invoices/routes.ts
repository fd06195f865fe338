import type { FastifyRequest } from 'fastify'
import * as checkouts from '#contract/invoices/checkouts.ts'
import { getOwnClient } from '#contract/invoices/clients.ts'
import * as hosted from '#contract/invoices/hosted-invoices.ts'
import * as contract from '#contract/invoices/invoices.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { clientOfUser, presentClient } from '#server/model/invoices/clients.ts'
import { redirectTo, sendInvoicePdf } from '#server/model/invoices/invoice-answers.ts'
import { refreshCopies } from '#server/model/invoices/invoice-copies.ts'
import { findOwnInvoice } from '#server/model/invoices/invoices.ts'
import { countMisses } from '#server/platform/http/rate-limit.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { findVisit, finishVisit, presentVisit } from './checkout.ts'
import { findHosted, readHosted } from './hosted-invoice.ts'
import { listInvoices } from './list-invoices.ts'
import { payInvoice, readPaymentState } from './pay-invoice.ts'

/** What people see of their client's invoices, and paying them (account-admin §2.7). */
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

/** For anyone who has an invoice's link, signed in or not. */
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
        : (await services.invoicing.read(row)).hostedUrl,
    )
  })

  routes.on(hosted.getHostedPdf)(async ({ params, reply }) =>
    sendInvoicePdf(services, reply, await findHosted(db, params.token)),
  )
}
