import type { Stripe } from 'stripe'
import { taxRateText } from '#domain/invoices/invoice-totals.ts'
import type { InvoiceLineRow } from '#server/model/schema/billing.ts'
import { ProviderFailure } from '#server/platform/stripe/provider-failure.ts'
import { orNull, type StripeClient } from '#server/platform/stripe/stripe-client.ts'
import type { DraftToIssue } from './invoicing.ts'
import { PROJECT_NAME } from './stripe-facts.ts'

/** What Stripe shows of a product's name, and takes in a custom field. */
const PRODUCT_NAME_MAX = 250
const CUSTOM_FIELD_MAX = 140

/**
 * Issues a draft at Stripe: makes it there, ties the row to it, adds its lines, and finalises it. Every try continues from
 * what Stripe has; the keys of its writes are those of the draft's version and attempt, so that a try whose answer was
 * lost finds what that one did (security R51). Stripe mails no one: our own mails go out with the row.
 */
export async function issueAtStripe(client: StripeClient, draft: DraftToIssue): Promise<Stripe.Invoice> {
  const { row, lines } = draft
  const key = (step: string) => ({
    idempotencyKey: `invoice-${row.id}-${row.version}-${row.issueAttempt}-${step}`,
  })
  // A draft that was started can have been deleted at Stripe.
  const begun = row.providerRef && (await orNull(read(client, row.providerRef)))
  const ref = begun ? begun.id : await begin(client, draft, key('create'))
  let invoice = begun || (await read(client, ref))
  if (invoice.status !== 'draft') return invoice
  if (invoice.lines.data.length === 0)
    invoice = await client.ask((stripe) =>
      stripe.invoices.addLines(
        ref,
        { lines: lines.map((line) => lineParams(line, row.currency)) },
        key('lines'),
      ),
    )
  // What people see here before they issue it is what it comes to; a paper of another amount is never made.
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
  await draft.begun(id)
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

/** A line with the tax that we reckoned, so that no rounding of Stripe's own can differ by a penny. */
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
