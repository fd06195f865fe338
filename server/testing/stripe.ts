import { expect } from 'vitest'
import { applyEvent } from '#server/features/invoices/stripe/jobs.ts'
import { stripeInvoicing } from '#server/model/invoices/stripe-invoicing.ts'
import {
  STRIPE_KEY,
  STRIPE_SECRET,
  type StandInStripe,
  startStandInStripe,
} from '#server/platform/stripe/testing/stand-in-stripe.ts'
import { type TestApp, testApp } from './app.ts'
import { atEndOfFile } from './end-of-file.ts'

export interface StripeApp {
  app: TestApp
  stripe: StandInStripe
  /** Sends the last `count` of Stripe's events, as Stripe does: at once, in order. */
  tell(count?: number): Promise<void>
  /** Does what the events received so far cause, as the jobs do. */
  applyAll(): Promise<void>
}

/**
 * Returns the application with Stripe set up, connected to the stand-in. A call that the real Stripe would
 * refuse fails the file.
 */
export async function stripeApp(): Promise<StripeApp> {
  const clock: { now: () => Date } = { now: () => new Date() }
  const stripe = await startStandInStripe(() => clock.now())
  const app = await testApp({
    env: { STRIPE_SECRET_KEY: STRIPE_KEY, STRIPE_WEBHOOK_SECRET: `whsec_former0001,${STRIPE_SECRET}` },
    invoicing(now) {
      clock.now = now
      // No repeats, which would take time: the client's own test covers them. A call without an answer takes
      // all of it; any other has enough time even on a busy machine.
      const patience = { callMs: 3_000, repeats: 0, deadlineMs: 60_000 }
      return stripeInvoicing({
        secretKey: STRIPE_KEY,
        publicUrl: 'http://localhost:3000',
        now,
        patience,
        apiUrl: stripe.url,
      })
    },
  })
  atEndOfFile(async () => {
    await stripe.close()
    expect(stripe.violations).toEqual([])
  })
  return {
    app,
    stripe,
    async tell(count = 1) {
      for (const event of stripe.books.events.slice(-count)) {
        const answer = await deliver(app, stripe.message(event, app.clock.now))
        expect(answer.statusCode).toBe(200)
      }
    },
    async applyAll() {
      const { rows } = await app.database.pool.query<{ id: string }>(
        'select id from stripe_events where applied_at is null order by received_at, id',
      )
      for (const { id } of rows) await applyEvent(app.services, id)
    },
  }
}

/** Posts a message to the webhook as another program does: without cookies, Origin or Sec-Fetch-Site. */
export function deliver(app: TestApp, message: { payload: string; headers: Record<string, string> }) {
  return app.server.inject({ method: 'POST', url: '/api/webhooks/stripe', ...message })
}
