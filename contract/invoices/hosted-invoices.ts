import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Moment } from '#contract/fields.ts'
import { MinorUnits } from './client-fields.ts'

/** 256 random bits: anyone who has the link may read the invoice, as with a letter. */
const HostedToken = z.string().regex(/^[A-Za-z0-9_-]{20,80}$/, 'Not a link to an invoice')
const One = z.object({ token: HostedToken })

/** Slows down strangers who guess links; each view may also query the provider. */
const HOSTED_LIMIT = { bucket: 'hosted-invoice', max: 60, windowSeconds: 60 }

/** An invoice as anyone with its link sees it. */
export const HostedInvoice = z.object({
  number: z.string(),
  status: z.string(),
  overdue: z.boolean(),
  currency: z.string(),
  /** The amount left to pay while it is open. */
  amount_due: MinorUnits,
  subtotal: MinorUnits,
  tax: MinorUnits,
  total: MinorUnits,
  created: z.number().int(),
  due_date: z.number().int().nullable(),
  paid_at: z.number().int().nullable(),
  project_name: z.string().nullable(),
  memo: z.string().nullable(),
  seller: z.object({
    name: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    vat_number: z.string().nullable(),
    company_number: z.string().nullable(),
  }),
  buyer: z.object({ name: z.string(), address: z.string().nullable(), tax_number: z.string().nullable() }),
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.number(),
      unit_amount: MinorUnits,
      tax_rate: z.number(),
      net: MinorUnits,
    }),
  ),
  taxes: z.array(z.object({ tax_rate: z.number(), net: MinorUnits, tax: MinorUnits })),
  /** The day of supply. */
  tax_point: z.string().nullable(),
  /** The VAT in pence, for an invoice in another currency. */
  vat_gbp: MinorUnits.nullable(),
  /** Payments, credit notes and refunds in chronological order. */
  entries: z.array(
    z.object({
      kind: z.enum(['payment', 'credit', 'refund']),
      at: Moment,
      amount: MinorUnits,
      number: z.string().nullable(),
      reason: z.string().nullable(),
      shares: z.array(z.object({ tax_rate: z.number(), net: MinorUnits, tax: MinorUnits })),
    }),
  ),
  /** The account to pay it to by bank transfer. */
  pay_to: z
    .object({
      account_name: z.string(),
      bank_name: z.string(),
      sort_code: z.string(),
      account_number: z.string(),
      iban: z.string(),
    })
    .nullable(),
  pdf_url: z.string(),
})
export type HostedInvoice = z.infer<typeof HostedInvoice>

export const getHostedInvoice = endpoint({
  method: 'GET',
  path: '/api/hosted-invoices/:token',
  access: 'public',
  summary: 'An invoice of ours, for anyone with its link',
  params: One,
  answer: z.object({ invoice: HostedInvoice }),
  errors: ['NOT_FOUND'],
  limit: HOSTED_LIMIT,
})

export const openHostedInvoice = endpoint({
  method: 'GET',
  path: '/api/hosted-invoices/:token/open',
  access: 'public',
  summary:
    'Leads to the page of an invoice; its provider’s link is read at this moment, because those expire',
  params: One,
  answer: 'redirect',
  errors: ['NOT_FOUND', 'PROVIDER_FAILED'],
  limit: HOSTED_LIMIT,
})

export const getHostedPdf = endpoint({
  method: 'GET',
  path: '/api/hosted-invoices/:token/pdf',
  access: 'public',
  summary: 'The PDF of an invoice, for anyone with its link',
  params: One,
  answer: { file: ['application/pdf'] },
  errors: ['NOT_FOUND', 'PROVIDER_FAILED'],
  limit: HOSTED_LIMIT,
})
