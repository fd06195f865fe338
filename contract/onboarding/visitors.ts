import { z } from 'zod'
import { endpoint, MUTATION_LIMIT } from '#contract/endpoint.ts'
import { Email, EmailCode, Moment } from '#contract/fields.ts'
import { Visitor } from '#contract/sign-in/auth.ts'
import { CaseKind } from '#contract/verification/cases.ts'

/** Codes sent to one address and codes tried for it, no matter from where (security R54). */
export const CODES_PER_ADDRESS = { bucket: 'email-codes', max: 5, windowSeconds: 3600 }
export const CODES_PER_DAY = { bucket: 'email-codes-day', max: 10, windowSeconds: 86_400 }
export const TRIES_PER_ADDRESS = { bucket: 'email-code-tries', max: 20, windowSeconds: 900 }

/** A code that was sent at the request of this browser. */
export const SentCode = z.object({
  email: z.string(),
  /** When another one may be sent. */
  resendAt: Moment,
  expiresAt: Moment,
})
export type SentCode = z.infer<typeof SentCode>

/** Answers the same for known and unknown addresses: both are sent a code (security R56). */
export const collectEmail = endpoint({
  method: 'POST',
  path: '/api/onboarding/email',
  access: 'public',
  summary: 'Start or resume an application as a visitor: sends a six-digit code to the email address',
  body: z.object({
    email: Email,
    captchaToken: z.string().max(10_000).optional(),
    /** The kind of account that the visitor came for. */
    kind: CaseKind.optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    /** The application already open in this browser with this very address: no code is needed. */
    applicant: Visitor.nullable(),
    code: SentCode.nullable(),
  }),
  errors: ['VALIDATION_ERROR', 'CAPTCHA_FAILED', 'INVALID_STATE'],
  limit: { bucket: 'email-collection', max: 5, windowSeconds: 600 },
})

export const getSentCode = endpoint({
  method: 'GET',
  path: '/api/onboarding/email/code',
  access: 'public',
  summary: 'The code that was sent for this browser and not entered yet, without the code itself',
  answer: z.object({ code: SentCode.nullable() }),
  errors: [],
})

export const sendCodeAgain = endpoint({
  method: 'POST',
  path: '/api/onboarding/email/code',
  access: 'public',
  summary: 'Send another code to the same address; the one before stops working',
  answer: z.object({ success: z.literal(true), code: SentCode }),
  errors: ['INVALID_STATE', 'RATE_LIMITED'],
  limit: { bucket: 'email-code-again', max: 10, windowSeconds: 600 },
})

export const proveEmail = endpoint({
  method: 'POST',
  path: '/api/onboarding/email/prove',
  access: 'public',
  summary:
    'Enter the code: starts the application of its address, or opens the one that is kept, in this browser. None is started for an address that has an account',
  body: z.object({ code: EmailCode }),
  answer: z.object({
    success: z.literal(true),
    /** Null if there is no application and a user has this address: they continue in their account. */
    applicant: Visitor.nullable(),
  }),
  errors: ['VALIDATION_ERROR', 'INVALID_STATE'],
  limit: { bucket: 'email-prove', max: 30, windowSeconds: 600 },
})

export const discardApplication = endpoint({
  method: 'DELETE',
  path: '/api/onboarding/application',
  access: 'applicant',
  summary: 'Delete the application that a visitor has open in this browser, with its files',
  answer: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
  limit: MUTATION_LIMIT,
})
