import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** Answered before anything is done about it: Stripe repeats what was not taken soon (security R52). */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'public',
  summary: 'What Stripe tells of invoices; believed only with its signature over the bytes of the body',
  fromOutside: true,
  answer: z.object({ received: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
