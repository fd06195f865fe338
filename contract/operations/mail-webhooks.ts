import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** A repeated report gets the same answer, and one that we do not know is kept and answered likewise. */
export const receiveMailReport = endpoint({
  method: 'POST',
  path: '/api/webhooks/mail',
  access: 'public',
  summary: 'Reports of Resend on what became of mails, signed by Standard Webhooks',
  fromOutside: true,
  bodyLimit: 256_000,
  answer: z.object({ received: z.literal(true) }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})
