import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { invoiceAfter, invoiceRefusal } from '#domain/invoices/invoice-machine.ts'
import { taxRateText } from '#domain/invoices/invoice-totals.ts'
import type { InvoiceLineRow, InvoiceRow } from '#server/model/schema/invoices.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import {
  isMissing,
  orNull,
  ProviderFailure,
  type StripeClient,
  type StripeOptions,
  StripeRefusal,
  stripeClient,
} from '#server/platform/stripe/stripe-client.ts'
import { type TaxId, taxIdOf } from '#server/platform/stripe/stripe-tax-id.ts'
import { changeTo, PROJECT_NAME, providerInvoiceOf } from './invoice-copies.ts'
import type { Customer, DraftToIssue, InvoicingPort, IssuedCommand } from './invoicing.ts'
import { ownInvoicing } from './own-invoicing.ts'

/** The longest product name that Stripe shows, and custom field that it accepts. */
const PRODUCT_NAME_MAX = 250
const CUSTOM_FIELD_MAX = 140

const PAGE = 100

/**
 * Stripe issues the invoices and takes the payments (law §6.2); our rows are copies. Invoices issued before
 * Stripe was configured stay ours and can't be paid online.
 */
export function stripeInvoicing(options: StripeOptions & { publicUrl: string }): InvoicingPort {
  const client = stripeClient(options)
  // As in production: where real money moves there is no test checkout.
  const own = ownInvoicing({ publicUrl: options.publicUrl, production: true })
  return {
    kind: 'stripe',
    hasTestCheckout: false,
    state: client.state,
    customer: (customer) => tellCustomer(client, customer),
    async issue(draft) {
      const invoice = await issueAtStripe(client, draft)
      return changeTo(draft.row, providerInvoiceOf(invoice))
    },
    withdraw: (row) => withdraw(client, row),
    async change(row, command) {
      if (!row.providerRef) return own.change(row, command)
      return changeTo(row, providerInvoiceOf(await change(client, row, row.providerRef, command)))
    },
    async read(row) {
      const { providerRef } = row
      if (!providerRef) return own.read(row)
      const found = await orNull(client.ask((stripe) => stripe.invoices.retrieve(providerRef)))
      if (!found) throw new AppError('PROVIDER_FAILED', 'The payment provider does not have this invoice.')
      const invoice = providerInvoiceOf(found)
      return { change: changeTo(row, invoice), hostedUrl: invoice.hostedUrl, pdfUrl: invoice.pdfUrl }
    },
    // Its hosted page: a checkout session can't pay an existing invoice but creates a second one (law §6.2).
    checkoutUrl(row, reading, paymentId) {
      if (!row.providerRef) return own.checkoutUrl(row, reading, paymentId)
      if (!reading.hostedUrl)
        throw new AppError(
          'PROVIDER_FAILED',
          'Could not create checkout session. Contact support to pay this invoice another way.',
        )
      return reading.hostedUrl
    },
    async list(customer, after) {
      const page = await client.ask((stripe) =>
        stripe.invoices.list({ customer, limit: PAGE, ...(after && { starting_after: after }) }),
      )
      const last = page.data.at(-1)
      return {
        invoices: page.data.map(providerInvoiceOf),
        next: page.has_more && last ? last.id : null,
      }
    },
    async find(ref) {
      const invoice = await orNull(client.ask((stripe) => stripe.invoices.retrieve(ref)))
      return invoice && providerInvoiceOf(invoice)
    },
  }
}

async function tellCustomer(client: StripeClient, customer: Customer): Promise<string> {
  const { clientId, ref, name, email, address, country, attempt } = customer
  const taxId = taxIdOf(customer)
  const [line1, ...rest] = address?.split('\n').map((line) => line.trim()) ?? []
  const params: Stripe.CustomerUpdateParams = {
    name,
    ...(email && { email }),
    ...((line1 || country) && {
      address: {
        ...(line1 && { line1, line2: rest.filter(Boolean).join(', ') }),
        ...(country && { country }),
      },
    }),
    metadata: { verdaccord_client: String(clientId) },
  }
  if (ref) {
    await client.ask((stripe) => stripe.customers.update(ref, params))
    if (taxId) await tellTaxId(client, ref, taxId)
    return ref
  }
  const made: Stripe.CustomerCreateParams = {
    ...(params as Stripe.CustomerCreateParams),
    ...(taxId && { tax_id_data: [taxId] }),
  }
  const said = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 16)
  const idempotencyKey = `client-${clientId}-${said}-${attempt}`
  const { id } = await client.ask((stripe) => stripe.customers.create(made, { idempotencyKey }))
  return id
}

/** Replaces a tax id of the same type; does nothing if it is there already. */
async function tellTaxId(client: StripeClient, ref: string, { type, value }: TaxId): Promise<void> {
  const { data } = await client.ask((stripe) => stripe.customers.listTaxIds(ref, { limit: PAGE }))
  const former = data.filter((taxId) => taxId.type === type)
  if (former.some((taxId) => taxId.value === value)) return
  await client.ask((stripe) => stripe.customers.createTaxId(ref, { type, value }))
  for (const { id } of former) await client.ask((stripe) => stripe.customers.deleteTaxId(ref, id))
}

async function withdraw(client: StripeClient, { providerRef }: InvoiceRow): Promise<boolean> {
  if (!providerRef) return true
  try {
    await client.ask((stripe) => stripe.invoices.del(providerRef))
    return true
  } catch (error) {
    if (isMissing(error)) return true
    // Only drafts can be deleted there.
    if (error instanceof StripeRefusal) return false
    throw error
  }
}

/**
 * Sends Stripe a command. If the answer was lost or an error, asks for the invoice's state: the command may
 * have been carried out, and repeating it would be refused.
 */
async function change(
  client: StripeClient,
  row: InvoiceRow,
  ref: string,
  command: IssuedCommand,
): Promise<Stripe.Invoice> {
  const status = InvoiceStatus.parse(row.status)
  const wanted = invoiceAfter(status, command)
  if (wanted === null) throw new AppError('INVALID_STATE', invoiceRefusal(status, command))
  const key = { idempotencyKey: `invoice-${row.id}-${row.version}-${row.issueAttempt}-${command}` }
  try {
    return await client.ask((stripe) => {
      switch (command) {
        case 'pay':
          return stripe.invoices.pay(ref, { paid_out_of_band: true }, key)
        case 'void':
          return stripe.invoices.voidInvoice(ref, {}, key)
        case 'mark_uncollectible':
          return stripe.invoices.markUncollectible(ref, {}, key)
        default:
          return command satisfies never
      }
    })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const stands = await client.ask((stripe) => stripe.invoices.retrieve(ref))
    if (stands.status === wanted) return stands
    if (stands.status === status) throw error
    // It was paid at the same moment, for example; its event brings that here.
    throw new AppError('INVALID_STATE', invoiceRefusal(InvoiceStatus.parse(stands.status), command))
  }
}

/**
 * Issues a draft at Stripe: creates it, links the row to it, adds its lines and finalises it. Each attempt
 * continues from what exists at Stripe. The idempotency keys contain the draft's version and attempt, so that
 * an attempt whose predecessor's answer was lost finds what that one did (security R51). Stripe sends no
 * emails: ours are sent with the row.
 */
async function issueAtStripe(client: StripeClient, draft: DraftToIssue): Promise<Stripe.Invoice> {
  const { row, lines } = draft
  const key = (step: string) => ({
    idempotencyKey: `invoice-${row.id}-${row.version}-${row.issueAttempt}-${step}`,
  })
  // A draft that was started may have been deleted at Stripe.
  const earlier = row.providerRef && (await orNull(read(client, row.providerRef)))
  const ref = earlier ? earlier.id : await begin(client, draft, key('create'))
  let invoice = earlier || (await read(client, ref))
  if (invoice.status !== 'draft') return invoice
  if (invoice.lines.data.length === 0)
    invoice = await client.ask((stripe) =>
      stripe.invoices.addLines(
        ref,
        { lines: lines.map((line) => lineParams(line, row.currency)) },
        key('lines'),
      ),
    )
  // The total shown here before issuing is the invoice's total; an invoice over another amount is never issued.
  if (invoice.total !== row.total)
    throw new ProviderFailure(
      'Stripe came to another amount than this draft, so it was not issued. Save the draft once more and try again.',
      true,
      new Error(`${ref} comes to ${invoice.total} at Stripe, and to ${row.total} here`),
    )
  try {
    return await client.ask((stripe) =>
      stripe.invoices.finalizeInvoice(ref, { auto_advance: false }, key('finalise')),
    )
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    // Stripe may have done it all the same, and answered with an error or too late.
    const stands = await read(client, ref)
    if (stands.status === 'draft') throw error
    return stands
  }
}

function read(client: StripeClient, ref: string): Promise<Stripe.Invoice> {
  return client.ask((stripe) => stripe.invoices.retrieve(ref))
}

async function begin(client: StripeClient, draft: DraftToIssue, key: Stripe.RequestOptions): Promise<string> {
  const { id } = await client.ask((stripe) => stripe.invoices.create(invoiceParams(draft), key))
  await draft.storeRef(id)
  return id
}

function invoiceParams(draft: DraftToIssue): Stripe.InvoiceCreateParams {
  const { row, dueAt, customerRef, projectName, taxNumber } = draft
  if (!customerRef) throw new Error('Stripe makes invoices to customers')
  return {
    customer: customerRef,
    collection_method: 'send_invoice',
    auto_advance: false,
    currency: row.currency,
    due_date: Math.floor(dueAt.getTime() / 1000),
    pending_invoice_items_behavior: 'exclude',
    metadata: { verdaccord_invoice: row.id, ...(projectName && { [PROJECT_NAME]: projectName }) },
    ...(row.memo && { description: row.memo }),
    custom_fields: [
      { name: 'Project', value: projectName },
      { name: 'Your tax number', value: taxNumber },
    ].flatMap(({ name, value }) => (value ? [{ name, value: value.slice(0, CUSTOM_FIELD_MAX) }] : [])),
  }
}

/** A line with the tax that we calculated, so that Stripe's own rounding can't differ by a penny. */
function lineParams(line: InvoiceLineRow, currency: string): Stripe.InvoiceAddLinesParams.Line {
  const { description, quantity, unitAmount, taxRate, net, tax } = line
  return {
    description,
    quantity,
    price_data: {
      currency,
      unit_amount: unitAmount,
      tax_behavior: 'exclusive',
      product_data: { name: description.slice(0, PRODUCT_NAME_MAX) },
    },
    ...(taxRate > 0 && {
      tax_amounts: [
        {
          amount: tax,
          taxable_amount: net,
          tax_rate_data: {
            display_name: 'Tax',
            description: `Tax ${taxRateText(taxRate)}`,
            inclusive: false,
            percentage: taxRate / 100,
          },
        },
      ],
    }),
  }
}
