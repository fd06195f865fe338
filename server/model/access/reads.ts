import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Db } from '#server/platform/database/database.ts'
import type { Replica } from '#server/platform/database/replica.ts'
import type { SessionCookie } from './session-cookie.ts'

/**
 * Reads a list or figures for a request: from the replica where there is one that has what this browser has written, so that a
 * page always shows its own changes, else from the primary.
 */
export type Read = <T>(request: FastifyRequest, work: (db: Db) => Promise<T>) => Promise<T>

/** Instead of a position that could not be asked for; no replica has it. */
const UNKNOWN = 'unknown'

/**
 * Returns how requests read, and hangs a short-lived cookie on the answer of every change: how far the primary's log had come,
 * which any process can compare with how far the replica is.
 */
export function readsOf(
  app: FastifyInstance,
  { db }: Database,
  replica: Replica | undefined,
  cookie: SessionCookie,
): Read {
  if (!replica) return (_request, work) => work(db)
  app.addHook('onSend', async (request, reply, payload) => {
    const hasChanged = request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400
    if (hasChanged && request.caller) cookie.write(reply, await replica.position().catch(() => UNKNOWN))
    return payload
  })
  return (request, work) => replica.read(cookie.read(request), work)
}
