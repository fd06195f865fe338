import type { Stripe } from 'stripe'
import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { isTrustedPaymentLink } from '#domain/invoices/payment-state.ts'
import type { InvoiceRow } from '#server/model/schema/invoices.ts'
import { type Change, type InvoiceFacts, type ProviderInvoice, StaleReading } from './invoicing.ts'
import { factsOf } from './own-invoicing.ts'

/** The metadata of an invoice that we put there and read again (law §6.2). */
export const PROJECT_NAME = 'project_name'

/** What an invoice of Stripe says, in our words (law §6.2). Throws for a status that Stripe has not told us of. */
export function providerInvoiceOf(invoice: Stripe.Invoice): ProviderInvoice {
  const { id, customer, total, status_transitions: moments } = invoice
  return {
    ref: id,
    customerRef: typeof customer === 'string' ? customer : (customer?.id ?? null),
    facts: {
      providerRef: id,
      status: InvoiceStatus.parse(invoice.status),
      number: invoice.number,
      currency: invoice.currency,
      subtotal: invoice.subtotal_excluding_tax ?? invoice.subtotal,
      tax: total - (invoice.total_excluding_tax ?? total),
      total,
      amountDue: invoice.amount_due,
      amountPaid: invoice.amount_paid,
      amountCredited: invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount,
      // An invoice of Stripe says nothing of refunds.
      amountRefunded: 0,
      datedAt: moment(invoice.created),
      dueAt: momentOrNone(invoice.due_date),
      issuedAt: momentOrNone(moments.finalized_at) ?? moment(invoice.created),
      paidAt: momentOrNone(moments.paid_at),
      voidedAt: momentOrNone(moments.voided_at),
      uncollectibleAt: momentOrNone(moments.marked_uncollectible_at),
      projectName: invoice.metadata?.[PROJECT_NAME] || null,
    },
    hostedUrl: trusted(invoice.hosted_invoice_url),
    pdfUrl: trusted(invoice.invoice_pdf),
  }
}

function moment(seconds: number): Date {
  return new Date(seconds * 1000)
}

function momentOrNone(seconds: number | null): Date | null {
  return seconds === null ? null : moment(seconds)
}

/** Only pages of Stripe are led to, whatever an answer says (security R32). */
function trusted(link: string | null | undefined): string | null {
  return link && isTrustedPaymentLink(link, 'https://stripe.com') ? link : null
}

/**
 * Makes a row what its provider says, unless the row has changed since the provider was asked: then the answer may be the
 * older one. What is a draft there is still ours alone.
 */
export function changeTo(known: Pick<InvoiceRow, 'version'>, invoice: ProviderInvoice): Change {
  return async (_tx, row) => {
    if (row.version !== known.version) throw new StaleReading()
    return copiedFacts(row, invoice)
  }
}

/** What a row should say by its provider's word. */
export function copiedFacts(row: InvoiceRow, { facts }: ProviderInvoice): InvoiceFacts {
  if (facts.status === 'draft') return factsOf(row)
  return { ...facts, projectName: facts.projectName ?? row.projectName }
}
