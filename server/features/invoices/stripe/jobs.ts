import { and, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { copyAll } from '#server/model/invoices/invoice-copies.ts'
import { clients, stripeEvents } from '#server/model/schema/invoices.ts'
import { countInTurn, eachInTurn, type JobProgress, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'
import { applyEvent } from './apply-event.ts'

/** An event that waits longer than this has lost its job. */
const LOST_MS = 60_000

/** Registers what Stripe's events cause, and what finds them and the invoices again that were missed. */
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
  // At night: what changed at Stripe while its messages did not get through for days.
  jobs.schedule('copy-all-invoices', async ({ progress }) => {
    await copyEverybody(services, progress)
  })
}

/** Queues events again that were kept and not applied; returns how many. */
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

/** How many events were kept and not applied. */
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
