import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Db } from '#server/platform/database/database.ts'
import type { Replica } from '#server/platform/database/replica.ts'
import type { SessionCookie } from './session-cookie.ts'

/**
 * Reads a list or figures for a request: from the replica if one has everything that this browser has written,
 * so that a page always shows its own changes, otherwise from the primary.
 */
export type Read = <T>(request: FastifyRequest, work: (db: Db) => Promise<T>) => Promise<T>

/** Replaces a position that couldn't be read; no replica has it. */
const UNKNOWN = 'unknown'

/**
 * Returns how requests read, and sets a short-lived cookie with every answer to a change: the position of the
 * primary's log, which any process can compare with the replica's.
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
