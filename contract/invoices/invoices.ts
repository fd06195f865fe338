import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { PageQuery } from '#contract/fields.ts'
import { MinorUnits } from './client-fields.ts'
import { INVOICE_STATUSES } from './invoice-values.ts'

/** The status of one of our own invoices; a provider's are shown as received. */
export const InvoiceStatus = z.enum(INVOICE_STATUSES)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

/** Our ids are random; a provider's are its own, such as `in_1Pgc6tB7…`. */
export const InvoiceId = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'Not the id of an invoice')

/** An invoice as the client's people see it. Times are Unix seconds, amounts minor units. */
export const Invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: z.string(),
  /** The amount left to pay while it is open, otherwise the total. */
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

/** Returns the same checkout if called again while one is under way (security A15). */
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

/** The state of an invoice's payment; `none` if no one has tried yet. */
export const PaymentState = z.enum(['paid', 'pending', 'failed', 'cancelled', 'none'])
export type PaymentState = z.infer<typeof PaymentState>

/** Reads the state from the provider, so that it is true no matter what the browser was told. */
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
