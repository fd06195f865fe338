import { orNull, type StripeOptions, stripeClient } from './stripe-client.ts'

/** How long Stripe keeps events. */
export const EVENT_DAYS = 30
const PAGE = 100

/** The kinds of events that tell of invoices which can have changed for us. */
const INVOICE_EVENTS = [
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'invoice.updated',
]

/** What Stripe has told, as Stripe keeps it. Throws PROVIDER_FAILED while it cannot be asked. */
export interface StripeEvents {
  /** One event; null where Stripe has none of this id, or no longer. */
  find(id: string): Promise<unknown>
  /** Those about invoices from a moment on, the newest first. */
  since(moment: Date): Promise<unknown[]>
}

/** Asks Stripe itself for its events. */
export function stripeEvents(options: StripeOptions): StripeEvents {
  const client = stripeClient(options)
  return {
    find: (id) => orNull(client.ask((stripe) => stripe.events.retrieve(id))),
    async since(moment) {
      const created = { gte: Math.floor(moment.getTime() / 1000) }
      const found: unknown[] = []
      let after: string | undefined
      do {
        const place = after ? { starting_after: after } : {}
        const page = await client.ask((stripe) =>
          stripe.events.list({ limit: PAGE, created, types: INVOICE_EVENTS, ...place }),
        )
        found.push(...page.data)
        after = page.has_more ? page.data.at(-1)?.id : undefined
      } while (after)
      return found
    },
  }
}
