import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { PageQuery } from '#contract/fields.ts'
import { MinorUnits } from './client-fields.ts'
import { INVOICE_STATUSES } from './invoice-values.ts'

/** The status of a row of ours; a provider's own are shown as received. */
export const InvoiceStatus = z.enum(INVOICE_STATUSES)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

/** Ours are random, a provider's are its own, such as `in_1Pgc6tB7…`. */
export const InvoiceId = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'Not the id of an invoice')

/** An invoice as its people read it (account-admin §3). Moments are Unix seconds, amounts minor units. */
export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string(),
  /** What is left to pay while it is open, else what it came to. */
  amount_due: MinorUnits,
  currency: z.string(),
  created: z.number().int(),
  due_date: z.number().int().nullable(),
  project_name: z.string().nullable(),
  hosted_invoice_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/invoices',
  access: 'user',
  summary: 'The issued invoices of the client that the caller belongs to, newest first',
  query: PageQuery,
  answer: z.object({ invoices: z.array(Invoice), nextCursor: z.string().nullable() }),
  errors: ['VALIDATION_ERROR', 'PROVIDER_FAILED'],
})

/** Asked again while a checkout is under way, it answers with the same checkout (security A15). */
export const payInvoice = endpoint({
  method: 'POST',
  path: '/api/invoices/:id/pay',
  access: 'user',
  summary: 'Where to pay an open invoice',
  params: z.object({ id: InvoiceId }),
  answer: z.object({ checkout_url: z.string() }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'PROVIDER_FAILED'],
  limit: MUTATION_LIMIT,
})

/** How the payment of an invoice stands: `none` before anyone tried. */
export const PaymentState = z.enum(['paid', 'pending', 'failed', 'cancelled', 'none'])
export type PaymentState = z.infer<typeof PaymentState>

/** Read at its provider, so that what people come back to is true whatever the browser was told. */
export const getPaymentState = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/payment',
  access: 'user',
  summary: 'How the payment of an invoice stands now',
  params: z.object({ id: InvoiceId }),
  answer: z.object({ state: PaymentState, invoice: Invoice }),
  errors: ['NOT_FOUND', 'PROVIDER_FAILED'],
})

export const getInvoicePdf = endpoint({
  method: 'GET',
  path: '/api/invoices/:id/pdf',
  access: 'user',
  summary: 'The PDF of an invoice; leads to the provider where that makes it',
  params: z.object({ id: InvoiceId }),
  answer: { file: ['application/pdf'] },
  errors: ['NOT_FOUND', 'PROVIDER_FAILED'],
})
