import { receiveStripeEvent } from '#contract/invoices/checkouts.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import { signatureFault } from '#server/platform/stripe/stripe-signature.ts'
import type { Services } from '#server/services.ts'
import { parseEvent, storeEvent } from './receive-event.ts'

/** Where Stripe tells what became of invoices. */
export function registerStripe(routes: Routes, services: Services): void {
  const { config, now } = services
  routes.on(receiveStripeEvent)(async ({ body = Buffer.alloc(0), request }) => {
    if (!config.stripe) throw new AppError('NOT_FOUND', 'There’s nothing at this address.')
    const header = request.headers['stripe-signature']
    const fault = await signatureFault(body, header?.toString(), config.stripe.webhookSecrets, now())
    if (fault) {
      request.log.warn({ fault }, 'A message that says it comes from Stripe was refused')
      throw new AppError('VALIDATION_ERROR', 'The signature of this message is not right.')
    }
    await storeEvent(services, parseEvent(body))
    return { received: true }
  })
}
