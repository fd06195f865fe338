import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { stripeEvents } from '#server/model/schema/invoices.ts'
import type { Database } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { StripeEvents } from '#server/platform/stripe/stripe-client.ts'
import type { Services } from '#server/services.ts'

/** The trusted part of a Stripe event: what it is about. Stripe is asked for that object's current state. */
const StripeEvent = z.object({
  id: z.string().regex(/^evt_\w{1,100}$/),
  object: z.literal('event'),
  type: z.string().max(200),
  created: z.int().min(0).max(99_999_999_999),
  data: z.object({ object: z.object({ object: z.string(), id: z.unknown() }) }),
})
export type StripeEvent = z.infer<typeof StripeEvent>

const InvoiceRef = z.string().regex(/^in_\w{1,76}$/)

/** Parses the body of a correctly signed message. Throws VALIDATION_ERROR if it isn't an event. */
export function parseEvent(body: Uint8Array): StripeEvent {
  return asEvent(parseJson(Buffer.from(body).toString('utf8')))
}

/** The parts of a Stripe object that an event needs. Throws VALIDATION_ERROR if they are missing. */
export function asEvent(told: unknown): StripeEvent {
  const parsed = StripeEvent.safeParse(told)
  if (!parsed.success) throw new AppError('VALIDATION_ERROR', 'This is no event of Stripe.')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stripe's id of the invoice that an event is about; null for other kinds of events. */
export function invoiceOf({ type, data }: StripeEvent): string | null {
  const { object, id } = data.object
  if (!type.startsWith('invoice.') || object !== 'invoice') return null
  return InvoiceRef.safeParse(id).data ?? null
}

/**
 * Stores an event by its id and queues its job in one transaction; a repeated event does nothing (security
 * R52). Events that aren't about an invoice are stored and need nothing.
 */
export async function storeEvent(services: Services, event: StripeEvent): Promise<void> {
  const at = services.now()
  const invoiceRef = invoiceOf(event)
  await services.database.transaction(async (tx) => {
    const [isNew] = await tx
      .insert(stripeEvents)
      .values({
        id: event.id,
        type: event.type,
        invoiceRef,
        createdAt: new Date(event.created * 1000),
        receivedAt: at,
        appliedAt: invoiceRef ? null : at,
      })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id })
    if (isNew && invoiceRef) await services.jobs.enqueue(tx, 'apply-stripe-event', { eventId: event.id })
  })
}

/** One event by its id, or all about invoices from a moment on. */
export type Replayed = { id: string } | { since: Date }

/**
 * Has events applied again, including those that never reached us: they are marked as waiting, and the server's
 * sweep does the rest. Returns a sentence; throws one for an event that Stripe doesn't have, or that needs
 * nothing.
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
