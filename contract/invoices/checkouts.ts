import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { MinorUnits } from './client-fields.ts'
import { PaymentState } from './invoices.ts'

/** Answers before processing the event, because Stripe repeats what is not acknowledged soon (security R52). */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'public',
  summary: 'What Stripe tells of invoices; believed only with its signature over the bytes of the body',
  fromOutside: true,
  answer: z.object({ received: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

/** A session of the test checkout: it moves no money and does not exist in production. */
export const Checkout = z.object({
  id: z.string(),
  invoice_id: z.string(),
  invoice_number: z.string().nullable(),
  amount: MinorUnits,
  currency: z.string(),
  state: PaymentState,
})
export type Checkout = z.infer<typeof Checkout>

const One = z.object({ id: z.uuid() })

export const getCheckout = endpoint({
  method: 'GET',
  path: '/api/checkouts/:id',
  access: 'user',
  summary: 'What the caller is about to pay at the test checkout',
  params: One,
  answer: z.object({ checkout: Checkout }),
  errors: ['NOT_FOUND'],
})

/** The possible outcomes of a card payment; the tester chooses. */
export const CheckoutOutcome = z.enum(['succeed', 'fail', 'cancel'])
export type CheckoutOutcome = z.infer<typeof CheckoutOutcome>

export const finishCheckout = endpoint({
  method: 'POST',
  path: '/api/checkouts/:id',
  access: 'user',
  summary: 'End a visit to the test checkout',
  params: One,
  body: z.object({ outcome: CheckoutOutcome }),
  answer: z.object({ checkout: Checkout }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  limit: MUTATION_LIMIT,
})
