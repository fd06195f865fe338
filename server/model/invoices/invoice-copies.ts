import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { InvoiceStatus } from '#contract/invoices/invoices.ts'
import { dueDay, isOverdue } from '#domain/invoices/invoice-dates.ts'
import { isTrustedPaymentLink } from '#domain/invoices/payment-state.ts'
import { londonDate } from '#domain/plain-date.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { type ClientRow, clients, type InvoiceRow, invoices } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { newHostedLink } from './invoice-view.ts'
import { changeInvoice, lockInvoice, saysTheSame } from './invoices.ts'
import { type Change, type InvoiceFacts, type ProviderInvoice, StaleReading } from './invoicing.ts'
import { factsOf } from './own-invoicing.ts'

/** Events report changes at the provider; the list nevertheless asks again after this time (account-admin §9.1). */
const STALE_MS = 5 * 60_000

/**
 * Updates the copy of a client's newest invoices if it is old. While the provider is away the last copy must do
 * (security B08); throws PROVIDER_FAILED only if there has never been one, because then any list would be
 * wrong.
 */
export async function refreshCopies(services: Services, client: ClientRow): Promise<void> {
  const { invoicing, now, log, database, jobs } = services
  const { id, stripeCustomerId, copiedAt } = client
  if (!stripeCustomerId || invoicing.kind === 'ledger') return
  if (copiedAt && now().getTime() - copiedAt.getTime() < STALE_MS) return
  if (copiedAt && invoicing.state() === 'down') return
  try {
    const known = await knownOf(database.db, id)
    const { next } = await copyPage(services, { clientId: id, customerRef: stripeCustomerId, known })
    await database.transaction(async (tx) => {
      await tx.update(clients).set({ copiedAt: now() }).where(eq(clients.id, id))
      if (next && !copiedAt) await jobs.enqueue(tx, 'copy-invoices', { clientId: id })
    })
  } catch (error) {
    if (!copiedAt || !(error instanceof AppError) || error.code !== 'PROVIDER_FAILED') throw error
    log.warn({ err: error }, 'A list of invoices is shown as it was last copied')
  }
}

/** Copies all of a client's invoices at the provider, however old. Throws PROVIDER_FAILED. */
export async function copyAll(services: Services, clientId: number): Promise<number> {
  const { database, now } = services
  const [client] = await database.db.select().from(clients).where(eq(clients.id, clientId))
  if (!client?.stripeCustomerId) return 0
  const from = { clientId, customerRef: client.stripeCustomerId, known: await knownOf(database.db, clientId) }
  let copied = 0
  let after: string | undefined
  do {
    const page = await copyPage(services, from, after)
    copied += page.copied
    after = page.next ?? undefined
  } while (after)
  await database.db.update(clients).set({ copiedAt: now() }).where(eq(clients.id, clientId))
  return copied
}

/** A client at the provider, and their invoices as we know them. */
interface CopySource {
  clientId: number
  customerRef: string
  known: ReadonlyMap<string | null, InvoiceRow>
}

/**
 * Read before the provider is asked, once for all its pages: whatever changes meanwhile is newer than its
 * answers.
 */
async function knownOf(db: Db, clientId: number): Promise<CopySource['known']> {
  const rows = await db.select().from(invoices).where(eq(invoices.clientId, clientId))
  return new Map(rows.map((row) => [row.providerRef, row]))
}

async function copyPage(
  services: Services,
  { clientId, customerRef, known }: CopySource,
  after?: string,
): Promise<{ copied: number; next: string | null }> {
  const page = await services.invoicing.list(customerRef, after)
  let copied = 0
  for (const invoice of page.invoices)
    if (await storeCopy(services, clientId, invoice, known.get(invoice.ref))) copied++
  return { copied, next: page.next }
}

/**
 * Stores an invoice's state at its provider; `known` is its row as it was before the provider was asked.
 * Returns whether it was stored. A row that changed meanwhile is left alone, and drafts made at the provider
 * aren't ours.
 */
export async function storeCopy(
  services: Services,
  clientId: number,
  invoice: ProviderInvoice,
  known: InvoiceRow | undefined,
): Promise<boolean> {
  if (!known) return invoice.facts.status !== 'draft' && addCopy(services, clientId, invoice)
  if (saysTheSame(factsOf(known), copiedFacts(known, invoice))) return false
  try {
    return await services.database.transaction(async (tx) => {
      const row = await lockInvoice(tx, known.id)
      const after = await changeInvoice(services, tx, row, changeTo(known, invoice), {
        actor: { kind: 'system' },
      })
      return after.version !== row.version
    })
  } catch (error) {
    if (error instanceof StaleReading) return false
    throw error
  }
}

/** An invoice that was created at the provider itself. No one is emailed about it: its creator saw to that. */
async function addCopy(services: Services, clientId: number, invoice: ProviderInvoice): Promise<boolean> {
  const at = services.now()
  const { facts, ref } = invoice
  return services.database.transaction(async (tx) => {
    const [row] = await tx
      .insert(invoices)
      .values({
        ...facts,
        id: ref,
        clientId,
        provider: services.invoicing.kind,
        ...(await newHostedLink(tx, ref)),
        version: 1,
        ...remindersOf(facts, at),
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) return false
    await recordEvent(tx, {
      at,
      type: 'invoice.copied',
      actor: { kind: 'system' },
      subject: `invoice:${ref}`,
      after: { status: row.status, number: row.number, amount: row.amountDue, currency: row.currency },
    })
    return true
  })
}

/** Reminders for what was overdue or due today before we knew about it are not ours to send. */
function remindersOf({ status, dueAt }: ProviderInvoice['facts'], at: Date) {
  if (!dueAt) return {}
  const isPast = isOverdue({ status, dueAt }, at)
  return {
    dueSoonToldAt: isPast || dueDay(dueAt) === londonDate(at) ? at : null,
    overdueToldAt: isPast ? at : null,
  }
}

/** Metadata that we add to an invoice and read again (law §6.2). */
export const PROJECT_NAME = 'project_name'

/** A Stripe invoice in our terms (law §6.2). Throws for a status that Stripe hasn't documented. */
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
      // A Stripe invoice has no information about refunds.
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

/** Only Stripe's pages are linked, whatever an answer contains (security R32). */
function trusted(link: string | null | undefined): string | null {
  return link && isTrustedPaymentLink(link, 'https://stripe.com') ? link : null
}

/**
 * Makes a row equal to the provider's state, unless the row has changed since the provider was asked: then the
 * answer may be the older one. A draft at the provider is still ours alone.
 */
export function changeTo(known: Pick<InvoiceRow, 'version'>, invoice: ProviderInvoice): Change {
  return async (_tx, row) => {
    if (row.version !== known.version) throw new StaleReading()
    return copiedFacts(row, invoice)
  }
}

/** A row's facts after taking over the provider's. */
function copiedFacts(row: InvoiceRow, { facts }: ProviderInvoice): InvoiceFacts {
  if (facts.status === 'draft') return factsOf(row)
  return { ...facts, projectName: facts.projectName ?? row.projectName }
}
