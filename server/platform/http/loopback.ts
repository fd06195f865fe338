import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** Names under which people reach a server on their own machine, as they stand in an address. */
export const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Answers only to requests for this machine. A server with the comforts of a first look (demo people, the mailbox, the debug
 * page) listens on loopback, but a proxy, a tunnel or a name that leads here would still bring others to it.
 */
export function registerLoopbackGuard(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const host = request.headers.host ?? ''
    const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
    if (LOOPBACK_NAMES.has(name)) return next()
    next(
      new AppError(
        'FORBIDDEN',
        'This server is set up for its own computer only. Set PUBLIC_URL to open it to others.',
      ),
    )
  })
}
