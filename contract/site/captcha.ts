import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** A proof-of-work challenge for the widget on the review page. */
export const getCaptchaChallenge = endpoint({
  method: 'GET',
  path: '/api/captcha/challenge',
  access: 'public',
  summary: 'A fresh captcha challenge',
  answer: z.looseObject({}),
  errors: ['RATE_LIMITED'],
  limit: { bucket: 'captcha', max: 60, windowSeconds: 60 },
})
