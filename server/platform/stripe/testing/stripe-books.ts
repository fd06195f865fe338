import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { STRIPE_API_VERSION } from '#server/platform/stripe/stripe-client.ts'
import type { LineRequest } from './stripe-requests.ts'

/** A refusal by the stand-in, as Stripe would make it. */
export class Refused extends Error {
  readonly code: string
  readonly status: number

  constructor(message: string, code: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const NO_MOMENTS = { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null }
const DAY_SECONDS = 86_400

interface TaxIdFields {
  type: string
  value: string
}

interface Made {
  customer: string
  currency: string
  due_date: number
  metadata?: Record<string, string> | undefined
  description?: string | undefined
}

/** Customers, invoices and events as Stripe keeps them, with its rules for an invoice's transitions. */
export class StripeBooks {
  readonly customers = new Map<string, { id: string; object: 'customer' } & Record<string, unknown>>()
  readonly invoices = new Map<string, Stripe.Invoice>()
  /** Newest last. */
  readonly events: Stripe.Event[] = []
  readonly #now: () => Date
  readonly #taxIds = new Map<string, (TaxIdFields & { id: string })[]>()
  #numbered = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  customer(fields: Record<string, unknown>, id = newId('cus')) {
    const customer = { ...this.customers.get(id), ...fields, id, object: 'customer' as const }
    this.customers.set(id, customer)
    return customer
  }

  newCustomer({ tax_id_data = [], ...fields }: Record<string, unknown> & { tax_id_data?: TaxIdFields[] }) {
    const customer = this.customer(fields)
    for (const fields of tax_id_data) this.addTaxId(customer.id, fields)
    return customer
  }

  taxIds(customer: string) {
    return this.#taxIds.get(customer) ?? []
  }

  addTaxId(customer: string, { type, value }: TaxIdFields) {
    const taxId = { id: newId('txi'), object: 'tax_id', customer, type, value }
    this.#taxIds.set(customer, [...this.taxIds(customer), taxId])
    return taxId
  }

  deleteTaxId(customer: string, id: string) {
    this.#taxIds.set(
      customer,
      this.taxIds(customer).filter((taxId) => taxId.id !== id),
    )
    return { id, object: 'tax_id', deleted: true }
  }

  invoice(id: string): Stripe.Invoice {
    const invoice = this.invoices.get(id)
    if (!invoice) throw new Refused(`No such invoice: '${id}'`, 'resource_missing', 404)
    return invoice
  }

  create({ customer, currency, due_date, metadata = {}, description }: Made): Stripe.Invoice {
    if (!this.customers.has(customer))
      throw new Refused(`No such customer: '${customer}'`, 'resource_missing')
    const id = newId('in')
    const invoice: Stripe.Invoice = {
      ...EMPTY_INVOICE,
      ...{ id, customer, currency, due_date, metadata, description: description ?? null },
      created: this.#seconds(),
      lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
      status: 'draft',
      status_transitions: NO_MOMENTS,
    }
    this.invoices.set(id, invoice)
    return this.#changed(invoice, {}, 'invoice.created')
  }

  addLines(id: string, lines: LineRequest[]): Stripe.Invoice {
    const invoice = this.#draft(id)
    const data = [...invoice.lines.data, ...lines.map((line) => lineOf(line, invoice))]
    const subtotal = sum(data.map(({ amount }) => amount))
    const tax = sum(lines.flatMap((line) => line.tax_amounts ?? []).map(({ amount }) => amount))
    const total = subtotal + tax + (invoice.total - (invoice.total_excluding_tax ?? 0))
    return this.#changed(invoice, {
      ...{ subtotal, total, subtotal_excluding_tax: subtotal, total_excluding_tax: subtotal },
      ...{ amount_due: total, amount_remaining: total, lines: { ...invoice.lines, data } },
    })
  }

  finalise(id: string): Stripe.Invoice {
    const invoice = this.#draft(id)
    const link = `acct_1/test_${id.slice(3)}`
    return this.#changed(
      invoice,
      {
        status: 'open',
        number: `7FE1103-${String(++this.#numbered).padStart(4, '0')}`,
        hosted_invoice_url: `https://invoice.stripe.com/i/${link}?s=ap`,
        invoice_pdf: `https://pay.stripe.com/invoice/${link}/pdf?s=ap`,
        status_transitions: { ...invoice.status_transitions, finalized_at: this.#seconds() },
      },
      'invoice.finalized',
    )
  }

  pay(id: string): Stripe.Invoice {
    const invoice = this.#inStatus(id, ['open', 'uncollectible'], 'Invoice is already paid')
    return this.#changed(
      invoice,
      {
        ...{ status: 'paid', amount_paid: invoice.amount_due, amount_remaining: 0, attempted: true },
        status_transitions: { ...invoice.status_transitions, paid_at: this.#seconds() },
      },
      'invoice.paid',
    )
  }

  /** A person's card is declined on the hosted page. */
  failPayment(id: string): Stripe.Invoice {
    const invoice = this.#inStatus(id, ['open'], 'Invoice is not open')
    const attempts = { attempted: true, attempt_count: invoice.attempt_count + 1 }
    return this.#changed(invoice, attempts, 'invoice.payment_failed')
  }

  void(id: string): Stripe.Invoice {
    const invoice = this.#inStatus(id, ['open', 'uncollectible'], 'You can only pass in open invoices')
    const status_transitions = { ...invoice.status_transitions, voided_at: this.#seconds() }
    return this.#changed(invoice, { status: 'void', status_transitions }, 'invoice.voided')
  }

  markUncollectible(id: string): Stripe.Invoice {
    const invoice = this.#inStatus(id, ['open'], 'You can only pass in open invoices')
    const status_transitions = { ...invoice.status_transitions, marked_uncollectible_at: this.#seconds() }
    return this.#changed(
      invoice,
      { status: 'uncollectible', status_transitions },
      'invoice.marked_uncollectible',
    )
  }

  delete(id: string) {
    const invoice = this.#draft(id)
    this.invoices.delete(id)
    this.#tell('invoice.deleted', invoice)
    return { id, object: 'invoice', deleted: true }
  }

  /** An open invoice that someone created in Stripe's dashboard. */
  madeByHand(customer: string, amount = 12_000): Stripe.Invoice {
    const { id } = this.create({ customer, currency: 'gbp', due_date: this.#seconds() + 14 * DAY_SECONDS })
    const price_data = {
      ...{ currency: 'gbp', unit_amount: amount, tax_behavior: 'exclusive' as const },
      product_data: { name: 'Survey' },
    }
    this.addLines(id, [{ description: 'Survey', quantity: 1, price_data }])
    return this.finalise(id)
  }

  #draft(id: string): Stripe.Invoice {
    return this.#inStatus(id, ['draft'], 'This invoice is no longer a draft')
  }

  #inStatus(id: string, statuses: readonly string[], refusal: string): Stripe.Invoice {
    const invoice = this.invoice(id)
    if (!statuses.includes(invoice.status ?? '')) throw new Refused(refusal, 'invoice_not_editable')
    return invoice
  }

  #changed(
    invoice: Stripe.Invoice,
    changes: Partial<Stripe.Invoice>,
    type = 'invoice.updated',
  ): Stripe.Invoice {
    const after = { ...invoice, ...changes }
    this.invoices.set(after.id, after)
    this.#tell(type, after)
    return after
  }

  #tell(type: string, object: Stripe.Invoice): void {
    this.events.push({
      ...{ id: newId('evt'), object: 'event', api_version: STRIPE_API_VERSION, created: this.#seconds() },
      ...{ livemode: false, pending_webhooks: 1, request: { id: null, idempotency_key: null } },
      ...{ type, data: { object } },
    } as Stripe.Event)
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }
}

function lineOf(
  { description, quantity, price_data }: LineRequest,
  invoice: Stripe.Invoice,
): Stripe.InvoiceLineItem {
  const amount = quantity * price_data.unit_amount
  return {
    ...{ id: newId('il'), object: 'line_item', amount, subtotal: amount, currency: invoice.currency },
    ...{ description, quantity, quantity_decimal: null, invoice: invoice.id, livemode: false, metadata: {} },
    ...{ discount_amounts: [], discountable: true, discounts: [], parent: null, pricing: null },
    ...{ period: { start: invoice.created, end: invoice.created }, pretax_credit_amounts: null },
    ...{ subscription: null, taxes: null },
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

/** An invoice's other fields, from Stripe's own example object. */
const EMPTY_INVOICE = {
  ...{ object: 'invoice', account_country: 'GB', account_name: null, account_tax_ids: null, amount_due: 0 },
  ...{ amount_overpaid: 0, amount_paid: 0, amount_remaining: 0, amount_shipping: 0, application: null },
  ...{ attempt_count: 0, attempted: false, auto_advance: false, automatically_finalizes_at: null },
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  ...{ billing_reason: 'manual', collection_method: 'send_invoice', custom_fields: null },
  ...{ customer_account: null, customer_address: null, customer_email: null, customer_name: null },
  ...{ customer_phone: null, customer_shipping: null, customer_tax_exempt: 'none', customer_tax_ids: [] },
  ...{ default_payment_method: null, default_source: null, default_tax_rates: [], discounts: [] },
  ...{ effective_at: null, ending_balance: null, footer: null, from_invoice: null },
  ...{ hosted_invoice_url: null, invoice_pdf: null, issuer: { type: 'self' } },
  ...{ last_finalization_error: null, latest_revision: null, livemode: false, next_payment_attempt: null },
  ...{ number: null, on_behalf_of: null, parent: null, period_end: 0, period_start: 0 },
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  ...{ post_payment_credit_notes_amount: 0, pre_payment_credit_notes_amount: 0, receipt_number: null },
  ...{ rendering: null, shipping_cost: null, shipping_details: null, starting_balance: 0 },
  ...{ statement_descriptor: null, subtotal: 0, subtotal_excluding_tax: 0, test_clock: null, total: 0 },
  ...{ total_discount_amounts: [], total_excluding_tax: 0, total_pretax_credit_amounts: null },
  ...{ total_taxes: null, webhooks_delivered_at: null },
} satisfies Partial<Stripe.Invoice> as unknown as Omit<Stripe.Invoice, 'id' | 'customer' | 'currency'> &
  Stripe.Invoice
