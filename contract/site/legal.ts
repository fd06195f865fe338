import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** The product's own terms as a page of their own, for the frame of `/terms` and for everyone (account-admin §2, Footer). */
export const getTermsStatic = endpoint({
  method: 'GET',
  path: '/api/terms-static',
  access: 'public',
  summary: 'The terms of service of the product, as a page',
  /** How the page around it looks; without it the system decides. */
  query: z.object({ theme: z.enum(['light', 'dark']).optional() }),
  answer: { file: ['text/html'] },
  errors: [],
})

/** Its privacy policy, likewise. */
export const getPrivacyStatic = endpoint({
  ...getTermsStatic,
  path: '/api/privacy-static',
  summary: 'The privacy policy of the product, as a page',
})
