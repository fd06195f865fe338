import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** How sign-in is set up and what the server received, for the debug page; nothing secret is in it (security A13, R62). */
export const getAuthDebug = endpoint({
  method: 'GET',
  path: '/api/auth/debug',
  access: 'public',
  outsideProduction: true,
  summary: 'How sign-in is set up here, and the headers of this request without their secrets',
  answer: z.object({
    environment: z.string(),
    auth0Config: z.object({
      domain: z.string(),
      clientID: z.string(),
      scope: z.string(),
      issuerBaseURL: z.string(),
    }),
    baseURL: z.string(),
    callbackURL: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
  errors: [],
})
