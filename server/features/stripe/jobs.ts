import { and, isNotNull, isNull, lte } from 'drizzle-orm'
import { clients, stripeEvents } from '#server/platform/database/schema/billing.ts'
import { copyAll } from '#server/records/invoices/invoice-copies.ts'
import type { Services } from '#server/services.ts'
import { applyEvent } from './apply-event.ts'

/** An event that waits longer than this has lost its job. */
const LOST_MS = 60_000
const MAX_SWEPT = 500

/** Registers what Stripe's events cause, and what finds them and the invoices again that were missed. */
export function registerStripeJobs(services: Services): void {
  const { billing, jobs } = services
  if (billing.kind !== 'stripe') return
  jobs.handle('apply-stripe-event', { concurrency: 2 }, ({ eventId }) => applyEvent(services, eventId))
  jobs.handle('copy-invoices', {}, async ({ clientId }, { log }) => {
    log.info({ clientId, copied: await copyAll(services, clientId) }, 'Invoices were copied from Stripe')
  })
  jobs.schedule('sweep-stripe-events', '* * * * *', async ({ log }) => {
    const again = await sweepEvents(services)
    if (again) log.info({ again }, 'Events of Stripe that waited were queued again')
  })
  // At night: what changed at Stripe while its messages did not get through for days.
  jobs.schedule('copy-all-invoices', '23 2 * * *', () => copyEverybody(services))
}

/** Queues events again that were kept and not applied; gives how many. */
export async function sweepEvents({ database, jobs, now }: Services): Promise<number> {
  const before = new Date(now().getTime() - LOST_MS)
  const waiting = await database.db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(isNull(stripeEvents.appliedAt), lte(stripeEvents.receivedAt, before)))
    .orderBy(stripeEvents.receivedAt)
    .limit(MAX_SWEPT)
  await database.transaction(async (tx) => {
    for (const { id } of waiting) await jobs.enqueue(tx, 'apply-stripe-event', { eventId: id })
  })
  return waiting.length
}

async function copyEverybody({ database, jobs }: Services): Promise<void> {
  const known = await database.db
    .select({ id: clients.id })
    .from(clients)
    .where(isNotNull(clients.stripeCustomerId))
  await database.transaction(async (tx) => {
    for (const { id } of known) await jobs.enqueue(tx, 'copy-invoices', { clientId: id })
  })
}
