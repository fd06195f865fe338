import { z } from 'zod'
import { Applicant } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Email } from './fields.ts'
import { MUTATION_LIMIT } from './users.ts'

/** Answers known and unknown addresses alike, and sends nothing to them (security A16, R56). */
export const collectEmail = endpoint({
  method: 'POST',
  path: '/api/onboarding/email',
  access: 'public',
  summary: 'Begin an application as a visitor, by an email address; sets the cookie of the applicant session',
  body: z.object({ email: Email, captchaToken: z.string().max(10_000).optional() }),
  answer: z.object({ success: z.literal(true), applicant: Applicant }),
  errors: ['VALIDATION_ERROR', 'CAPTCHA_FAILED', 'INVALID_STATE'],
  limit: { bucket: 'email-collection', max: 5, windowSeconds: 600 },
})

export const discardApplication = endpoint({
  method: 'DELETE',
  path: '/api/onboarding/application',
  access: 'applicant',
  summary: 'Delete the application that a visitor began in this browser, with its files',
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})
