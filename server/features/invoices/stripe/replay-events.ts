import { sql } from 'drizzle-orm'
import { stripeEvents } from '#server/model/schema/invoices.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { StripeEvents } from '#server/platform/stripe/stripe-events.ts'
import { asEvent, invoiceOf } from './receive-event.ts'

/** One event by its id, or all about invoices from a moment on. */
export type Replayed = { id: string } | { since: Date }

/**
 * Has events applied again, those included that never reached us: they are marked as waiting, and the server's sweep does
 * the rest. Returns a sentence; throws one for an event that Stripe does not have, or that needs nothing.
 */
export async function replayEvents(
  database: Database,
  stripe: StripeEvents,
  wanted: Replayed,
  at: Date,
): Promise<string> {
  const told = 'id' in wanted ? [await stripe.find(wanted.id)] : await stripe.since(wanted.since)
  if ('id' in wanted && told[0] === null) throw new Error(`Stripe has no event ${wanted.id}, or no longer.`)
  const events = told.map(asEvent).filter((event) => invoiceOf(event) !== null)
  if ('id' in wanted && events.length === 0)
    throw new Error(`The event ${wanted.id} is not about an invoice; it needs nothing.`)
  let missed = 0
  await database.transaction(async (tx) => {
    for (const event of events) {
      const [row] = await tx
        .insert(stripeEvents)
        .values({
          id: event.id,
          type: event.type,
          invoiceRef: invoiceOf(event),
          createdAt: new Date(event.created * 1000),
          receivedAt: at,
        })
        .onConflictDoUpdate({ target: stripeEvents.id, set: { appliedAt: null } })
        .returning({ isNew: sql<boolean>`xmax = 0` })
      if (row?.isNew) missed++
    }
  })
  const what = events.length === 1 ? 'One event is' : `${events.length} events are`
  return `${what} applied again within two minutes by the running server; ${missed} had never arrived.`
}
