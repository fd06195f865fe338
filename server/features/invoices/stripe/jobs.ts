import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { copyAll, storeCopy } from '#server/model/invoices/invoice-copies.ts'
import { changeAsking, lockInvoice } from '#server/model/invoices/invoices.ts'
import { endPending, lastPayment } from '#server/model/invoices/payments.ts'
import { clients, invoices, stripeEvents } from '#server/model/schema/invoices.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countInTurn, eachInTurn, type JobProgress, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'

/** The job of an event that has waited longer than this was lost. */
const LOST_MS = 60_000

/** Registers the jobs for Stripe's events, and those that find missed events and invoices. */
export function registerStripeJobs(services: Services): void {
  const { invoicing, jobs } = services
  if (invoicing.kind !== 'stripe') return
  jobs.handle('apply-stripe-event', { concurrency: 2 }, ({ eventId }) => applyEvent(services, eventId))
  jobs.handle('copy-invoices', {}, async ({ clientId }, { log }) => {
    log.info({ clientId, copied: await copyAll(services, clientId) }, 'Invoices were copied from Stripe')
  })
  jobs.schedule(
    'sweep-stripe-events',
    async ({ log, progress }) => {
      const again = await sweepEvents(services, progress)
      if (again) log.info({ again }, 'Events of Stripe that waited were queued again')
    },
    { countDue: () => countEvents(services) },
  )
  // At night: for changes at Stripe whose messages didn't get through for days.
  jobs.schedule('copy-all-invoices', async ({ progress }) => {
    await copyEverybody(services, progress)
  })
}

/** Queues stored but unapplied events again; returns how many. */
export function sweepEvents(services: Services, progress = unattended(services.log)): Promise<number> {
  const { database, jobs } = services
  return eachInTurn(progress, 'again', {
    failed: 'An event of Stripe could not be queued again',
    page: waitingEvents(services),
    async work({ id }) {
      await database.transaction((tx) => jobs.enqueue(tx, 'apply-stripe-event', { eventId: id }))
      return true
    },
  })
}

/** The number of stored but unapplied events. */
export function countEvents(services: Pick<Services, 'database' | 'now'>): Promise<number> {
  return countInTurn(waitingEvents(services))
}

function waitingEvents({ database, now }: Pick<Services, 'database' | 'now'>) {
  const before = new Date(now().getTime() - LOST_MS)
  return (after = '', size: number) =>
    database.db
      .select({ id: stripeEvents.id })
      .from(stripeEvents)
      .where(
        and(isNull(stripeEvents.appliedAt), lte(stripeEvents.receivedAt, before), gt(stripeEvents.id, after)),
      )
      .orderBy(stripeEvents.id)
      .limit(size)
}

async function copyEverybody({ database, jobs }: Services, progress: JobProgress): Promise<void> {
  await eachInTurn(progress, 'clients', {
    failed: 'The invoices of a client could not be queued for copying',
    page: (after = '0', size) =>
      database.db
        .select({ id: clients.id })
        .from(clients)
        .where(and(isNotNull(clients.stripeCustomerId), gt(clients.id, Number(after))))
        .orderBy(clients.id)
        .limit(size),
    async work({ id }) {
      await database.transaction((tx) => jobs.enqueue(tx, 'copy-invoices', { clientId: id }))
      return true
    },
  })
}

type EventRow = typeof stripeEvents.$inferSelect

/** How often to look again for an invoice that another process is copying at the same moment. */
const MAX_LOOKS = 3

/**
 * Applies an event: asks Stripe for the invoice's current state and stores that. So events may arrive late,
 * twice and in any order, and be applied again (security R52): what counts is never their content but Stripe's
 * state. Throws PROVIDER_FAILED while Stripe can't be asked.
 */
export async function applyEvent(services: Services, eventId: string): Promise<void> {
  const { database } = services
  const [event] = await database.db.select().from(stripeEvents).where(eq(stripeEvents.id, eventId))
  if (!event || event.appliedAt) return
  const invoiceId = event.invoiceRef && (await bringUpToDate(services, event.invoiceRef))
  await database.transaction(async (tx) => {
    const [isFirst] = await tx
      .update(stripeEvents)
      .set({ appliedAt: services.now() })
      .where(and(eq(stripeEvents.id, eventId), isNull(stripeEvents.appliedAt)))
      .returning({ id: stripeEvents.id })
    if (isFirst && invoiceId && event.type === 'invoice.payment_failed')
      await endFailedPayment(services, tx, invoiceId, event)
  })
}

/** Copies an invoice's state; returns its id here, or null if we don't have it. */
async function bringUpToDate(services: Services, ref: string): Promise<string | null> {
  for (let look = 1; look <= MAX_LOOKS; look++) {
    const [known] = await services.database.db.select().from(invoices).where(eq(invoices.providerRef, ref))
    if (known) return changeKnown(services, known.id, ref)
    const clientId = await copyNew(services, ref)
    if (clientId === null) return null
  }
  return null
}

async function changeKnown(services: Services, id: string, ref: string): Promise<string | null> {
  try {
    return (await changeAsking(services, id, { actor: { kind: 'system' } })).row.id
  } catch (error) {
    // A draft deleted there, or another account's: asking again would never find it.
    if (await services.invoicing.find(ref)) throw error
    services.log.warn({ invoice: id }, 'Stripe reported an invoice that it does not have')
    return null
  }
}

/** Copies an invoice that was created at Stripe itself; returns its client, or null if there is nothing to copy. */
async function copyNew(services: Services, ref: string): Promise<number | null> {
  const invoice = await services.invoicing.find(ref)
  if (!invoice?.customerRef || invoice.facts.status === 'draft') return null
  const [client] = await services.database.db
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.stripeCustomerId, invoice.customerRef))
  if (!client) return null
  await storeCopy(services, client.id, invoice, undefined)
  return client.id
}

/** A failed payment ends the attempt that was in progress, but not one started later. */
async function endFailedPayment(
  services: Services,
  tx: Db,
  invoiceId: string,
  event: EventRow,
): Promise<void> {
  const row = await lockInvoice(tx, invoiceId)
  const last = await lastPayment(tx, invoiceId)
  if (row.status !== 'open' || last?.status !== 'pending' || last.startedAt > event.createdAt) return
  const at = services.now()
  await endPending(tx, invoiceId, 'failed', at)
  await recordEvent(tx, {
    at,
    type: 'payment.failed',
    actor: { kind: 'system' },
    subject: `invoice:${invoiceId}`,
    after: { attempt: last.attempt },
  })
}
