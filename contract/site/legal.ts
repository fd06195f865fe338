import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/**
 * The product's own terms as a standalone page, for the frame of `/terms` and for everyone (account-admin §2.15).
 */
export const getTermsStatic = endpoint({
  method: 'GET',
  path: '/api/terms-static',
  access: 'public',
  summary: 'The terms of service of the product, as a page',
  /** The theme of the surrounding page; by default the system's. */
  query: z.object({ theme: z.enum(['light', 'dark']).optional() }),
  answer: { file: ['text/html'] },
  errors: [],
})

/** The product's own privacy policy, in the same form. */
export const getPrivacyStatic = endpoint({
  ...getTermsStatic,
  path: '/api/privacy-static',
  summary: 'The privacy policy of the product, as a page',
})
