import { DAY_MS } from '#domain/plain-date.ts'
import { type Replayed, replayEvents } from '#server/features/invoices/stripe/receive-event.ts'
import { EVENT_DAYS, stripeEvents } from '#server/platform/stripe/stripe-client.ts'
import { type Command, refuseMore, WrongArguments } from './command.ts'

/** Applies a Stripe event again, or all of the last days, including those that never arrived (security R52). */
export const replayStripe: Command = {
  usage: [
    ['replay-stripe EVENT_ID', 'apply an event of Stripe again, also one that never arrived'],
    ['replay-stripe --since DAY', 'apply all events about invoices again from a day on, as 2026-03-01'],
  ],
  parse: (words) => {
    const wanted = wantedOf(words)
    return async ({ database, config, now }) => {
      if (!config.stripe) throw new Error('Stripe is not set up here: STRIPE_SECRET_KEY is not set.')
      if ('since' in wanted && now().getTime() - wanted.since.getTime() > EVENT_DAYS * DAY_MS)
        throw new Error(`Stripe keeps events for ${EVENT_DAYS} days; give a later day.`)
      const events = stripeEvents({ secretKey: config.stripe.secretKey, now })
      return { says: await replayEvents(database, events, wanted, now()) }
    }
  },
}

function wantedOf([first, day, ...more]: readonly string[]): Replayed {
  if (first !== '--since') {
    if (!/^evt_\w+$/.test(first ?? ''))
      throw new WrongArguments(
        `Name an event, such as evt_1Pgc, or --since and a day${first ? `, not “${first}”` : ''}.`,
      )
    refuseMore(day === undefined ? more : [day])
    return { id: first ?? '' }
  }
  const since = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day ?? '') || Number.isNaN(since.getTime()))
    throw new WrongArguments(`--since takes a day, such as 2026-03-01${day ? `, not “${day}”` : ''}.`)
  refuseMore(more)
  return { since }
}
