import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { DateText, FreeText, Moment, OneLine, PageQuery, RequestKey } from '#contract/fields.ts'
import { MAX_AMOUNT } from '#contract/money.ts'
import { staffChange } from '#contract/staff-change.ts'
import { InvoiceCurrency, MinorUnits } from './client-fields.ts'
import { ClientId, ProjectId } from './clients.ts'
import {
  ENTRY_NOTE_MAX,
  INVOICE_FILTERS,
  LINE_TEXT_MAX,
  MAX_LINES,
  MAX_QUANTITY,
  MEMO_MAX,
} from './invoice-values.ts'
import { Invoice, InvoiceId } from './invoices.ts'

export const DraftLine = z.object({
  description: OneLine(LINE_TEXT_MAX, 'Say what this line is for'),
  quantity: z
    .int('Enter a whole number')
    .min(1, 'Enter a whole number from 1')
    .max(MAX_QUANTITY, {
      error: () => `The quantity can be ${MAX_QUANTITY.toLocaleString('en-GB')} at most`,
    }),
  unit_amount: MinorUnits.min(0, 'Enter an amount, like 1,250.00').max(
    MAX_AMOUNT,
    'This amount is too large',
  ),
  /** In hundredths of a percent. */
  tax_rate: z
    .int('Enter a rate from 0 to 100')
    .min(0, 'Enter a rate from 0 to 100')
    .max(10_000, 'Enter a rate from 0 to 100'),
})
export type DraftLine = z.infer<typeof DraftLine>

export const DraftFields = z.object({
  client_id: ClientId,
  project_id: ProjectId.nullish(),
  currency: InvoiceCurrency,
  due_on: DateText.nullish(),
  /** The day of supply; by default the day of issue. */
  tax_point: DateText.nullish(),
  /** The VAT in pence, which an invoice in another currency must state as well. */
  vat_gbp: MinorUnits.min(0, 'Enter an amount, like 1,250.00')
    .max(MAX_AMOUNT, 'This amount is too large')
    .nullish(),
  memo: FreeText(MEMO_MAX).nullish(),
  lines: z.array(DraftLine).max(MAX_LINES, `An invoice has ${MAX_LINES} lines at most`),
})
export type DraftFields = z.infer<typeof DraftFields>

/** One row of the staff's list. */
export const AdminInvoiceRow = Invoice.extend({
  client_id: z.number(),
  client_name: z.string(),
  total: MinorUnits,
  /** The day a draft will be due; once issued, it is in `due_date`. */
  due_on: z.string().nullable(),
  overdue: z.boolean(),
})
export type AdminInvoiceRow = z.infer<typeof AdminInvoiceRow>

/** How money arrives: our test checkout, the provider’s pages, or another way that staff enter. */
export const PaymentMethod = z.enum(['checkout', 'provider', 'recorded'])
export type PaymentMethod = z.infer<typeof PaymentMethod>
/** The status of one payment attempt; one left pending expires after a day. */
export const PaymentStatus = z.enum(['pending', 'succeeded', 'failed', 'cancelled', 'expired'])
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** A payment attempt as staff see it. */
export const AdminPayment = z.object({
  attempt: z.number(),
  method: PaymentMethod,
  status: PaymentStatus,
  amount: MinorUnits,
  note: z.string().nullable(),
  /** The day on which recorded money was received. */
  received_on: z.string().nullable(),
  /** Why it was reversed, if it was recorded by mistake; its status is then `cancelled`. */
  correction: z.string().nullable(),
  started_at: Moment,
  finished_at: Moment.nullable(),
})

/** A credit note: what was taken off an invoice. */
export const CreditNote = z.object({
  number: z.string(),
  amount: MinorUnits,
  reason: z.string(),
  issued_at: Moment,
  /** Net and tax per tax rate. */
  shares: z.array(z.object({ tax_rate: z.number(), net: MinorUnits, tax: MinorUnits })),
})
export type CreditNote = z.infer<typeof CreditNote>

/** Money that was sent back. */
export const Refund = z.object({
  amount: MinorUnits,
  note: z.string(),
  recorded_at: Moment,
  /** The credit note it belongs to. */
  credit_note: z.string().nullable(),
})

/** An event of an invoice as staff see it. */
export const InvoiceEvent = z.object({
  id: z.number(),
  at: Moment,
  title: z.string(),
  actor: z.string(),
  note: z.string().nullable(),
})

export const AdminInvoice = AdminInvoiceRow.extend({
  version: z.number(),
  provider: z.string(),
  provider_ref: z.string().nullable(),
  project_id: z.number().nullable(),
  subtotal: MinorUnits,
  tax: MinorUnits,
  amount_paid: MinorUnits,
  amount_credited: MinorUnits,
  amount_refunded: MinorUnits,
  tax_point: z.string().nullable(),
  vat_gbp: MinorUnits.nullable(),
  memo: z.string().nullable(),
  issued_at: Moment.nullable(),
  paid_at: Moment.nullable(),
  voided_at: Moment.nullable(),
  uncollectible_at: Moment.nullable(),
  lines: z.array(DraftLine.extend({ description: z.string(), net: MinorUnits, tax: MinorUnits })),
  payments: z.array(AdminPayment),
  credit_notes: z.array(CreditNote),
  refunds: z.array(Refund),
  /** Why a draft cannot be issued yet, by this deployment or to this client; null if it can. */
  cannot_issue: z
    .object({ reason: z.string(), lacks: z.enum(['settings', 'address', 'clearance']) })
    .nullable(),
  /** Why no payment, credit note or refund can be entered now; null if only the balance limits it. */
  cannot_record: z.string().nullable(),
  /** Newest first. */
  events: z.array(InvoiceEvent),
})
export type AdminInvoice = z.infer<typeof AdminInvoice>

const InvoiceAnswer = z.object({ invoice: AdminInvoice })
const One = z.object({ id: InvoiceId })

const Filters = z.object({
  status: z.enum(INVOICE_FILTERS).optional(),
  client: ClientId.optional(),
  /** Part of the number or of the client's name. */
  search: FreeText(200).optional(),
})

export const listAllInvoices = endpoint({
  method: 'GET',
  path: '/api/admin/invoices',
  access: 'invoices.read',
  summary: 'Every invoice, newest first',
  query: PageQuery.extend(Filters.shape),
  answer: z.object({ invoices: z.array(AdminInvoiceRow), nextCursor: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})

export const exportInvoices = endpoint({
  method: 'GET',
  path: '/api/admin/invoices/export.csv',
  access: 'invoices.export',
  stepUp: true,
  summary: 'The same list whole, as CSV; the export is recorded',
  query: Filters,
  answer: { file: ['text/csv'] },
  errors: ['VALIDATION_ERROR', 'REAUTH_REQUIRED'],
})

export const draftInvoice = staffChange({
  method: 'POST',
  path: '/api/admin/invoices',
  access: 'invoices.write',
  summary: 'Create a draft invoice; no one outside sees a draft',
  body: DraftFields.extend({ request_key: RequestKey.optional() }),
  answer: InvoiceAnswer,
  errors: ['VALIDATION_ERROR', 'INVALID_STATE'],
})

export const readInvoice = endpoint({
  method: 'GET',
  path: '/api/admin/invoices/:id',
  access: 'invoices.read',
  summary: 'One invoice with its lines, payments and events',
  params: One,
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND'],
})

/** The version of the draft that was shown, so that another person's later change is not overwritten unseen. */
const Seen = z.object({ version: z.int().min(1) })

export const changeDraft = staffChange({
  method: 'PUT',
  path: '/api/admin/invoices/:id',
  access: 'invoices.write',
  summary: 'Change a draft',
  params: One,
  body: DraftFields.extend(Seen.shape),
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE', 'STALE_VERSION', 'PROVIDER_FAILED'],
})

export const deleteDraft = staffChange({
  method: 'DELETE',
  path: '/api/admin/invoices/:id',
  access: 'invoices.write',
  summary: 'Delete a draft; issued invoices are never deleted',
  params: One,
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'PROVIDER_FAILED'],
})

export const finaliseInvoice = staffChange({
  method: 'POST',
  path: '/api/admin/invoices/:id/finalise',
  access: 'invoices.write',
  summary: 'Issue a draft: it gets its number, and its client is told',
  params: One,
  body: Seen,
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE', 'STALE_VERSION', 'PROVIDER_FAILED'],
})

const EntryAmount = MinorUnits.min(1, 'Enter an amount above zero').max(
  MAX_AMOUNT,
  'This amount is too large',
)
const EntryNote = (missing: string) => FreeText(ENTRY_NOTE_MAX).pipe(z.string().min(1, missing))

export const voidInvoice = staffChange({
  method: 'POST',
  path: '/api/admin/invoices/:id/void',
  access: 'invoices.write',
  summary: 'Void an invoice: it no longer has to be paid, and its client is told',
  params: One,
  body: z.object({ reason: EntryNote('Say why it’s void') }),
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE', 'PROVIDER_FAILED'],
})

export const markUncollectible = staffChange({
  method: 'POST',
  path: '/api/admin/invoices/:id/uncollectible',
  access: 'invoices.write',
  summary: 'Mark an invoice as uncollectible; it may still be paid',
  params: One,
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND', 'INVALID_STATE', 'PROVIDER_FAILED'],
})

export const recordPayment = staffChange({
  method: 'POST',
  path: '/api/admin/invoices/:id/payments',
  access: 'invoices.write',
  summary: 'Note money that came another way, such as by bank transfer: a part, or all that is due',
  params: One,
  body: z.object({
    /** By default the whole amount due. */
    amount: EntryAmount.optional(),
    note: EntryNote('Say how it was paid, such as the reference of the transfer'),
    /** The day on which it was received: today if absent, never a later one, nor one over 12 months before the issue. */
    received_on: DateText.optional(),
    request_key: RequestKey.optional(),
  }),
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE', 'PROVIDER_FAILED'],
})

export const reversePayment = staffChange({
  method: 'POST',
  path: '/api/admin/invoices/:id/payments/:attempt/reversal',
  access: 'invoices.write',
  summary: 'Reverse a payment that was recorded by mistake: no money came, so it is due again',
  params: One.extend({ attempt: z.coerce.number().int().min(1) }),
  body: z.object({ reason: EntryNote('Say what the mistake was') }),
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE'],
})

export const creditInvoice = staffChange({
  method: 'POST',
  path: '/api/admin/invoices/:id/credit-notes',
  access: 'invoices.write',
  summary: 'Take something off an issued invoice; what had been paid of it goes back with it',
  params: One,
  body: z.object({
    amount: EntryAmount,
    reason: EntryNote('Say why, in words that the client may read'),
    /** How the money was returned, if some of it had been paid. */
    refund_note: FreeText(ENTRY_NOTE_MAX).optional(),
    request_key: RequestKey,
  }),
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE'],
})

export const refundInvoice = staffChange({
  method: 'POST',
  path: '/api/admin/invoices/:id/refunds',
  access: 'invoices.write',
  summary: 'Note money that was sent back; it is due again unless a credit note takes it off',
  params: One,
  body: z.object({
    amount: EntryAmount,
    note: EntryNote('Say how it went back, such as the reference of the transfer'),
    request_key: RequestKey,
  }),
  answer: InvoiceAnswer,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'INVALID_STATE'],
})

export const resendInvoice = staffChange({
  method: 'POST',
  path: '/api/admin/invoices/:id/resend',
  access: 'invoices.write',
  summary: 'Email an open invoice to its client again',
  params: One,
  answer: z.object({ sent: z.number() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
})

export const readInvoicePdf = endpoint({
  method: 'GET',
  path: '/api/admin/invoices/:id/pdf',
  access: 'invoices.read',
  summary: 'The PDF of any invoice; of a draft a preview',
  params: One,
  answer: { file: ['application/pdf'] },
  errors: ['NOT_FOUND', 'PROVIDER_FAILED'],
})
