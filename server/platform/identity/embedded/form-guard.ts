import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/http/app-error.ts'

/**
 * Refuses posted forms without proof that they come from the provider's own pages: `Sec-Fetch-Site: same-origin`, or,
 * where a browser does not send it, our `Origin` (security R25). It also keeps others from signing a person in as
 * someone else.
 */
export function guardForms(app: FastifyInstance, publicUrl: string): void {
  const own = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return
    const site = request.headers['sec-fetch-site']
    if (site !== undefined ? site === 'same-origin' : request.headers.origin === own) return
    throw new AppError(
      'CSRF_REJECTED',
      'This request did not come from our own pages, so nothing was changed.',
    )
  })
}
