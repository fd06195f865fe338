import type { FastifyInstance, FastifyRequest } from 'fastify'
import { followChanges } from '#contract/live/live.ts'
import { LIVE_BEAT_SECONDS } from '#contract/live/live-limits.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { type Caller, staffMay } from '#server/model/access/caller.ts'
import { type SessionCookie, saidBy, sessionTokenOf } from '#server/model/access/session-cookie.ts'
import type { ChangeFeed } from '#server/platform/database/change-feed.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Routes } from '#server/platform/http/route.ts'
import type { Services } from '#server/services.ts'
import { LiveStreams } from './live-streams.ts'
import { type LiveReader, LiveStream } from './stream.ts'

/** Kept open, not buffered or transformed by proxies. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

interface Parts {
  feed: ChangeFeed
  cookie: SessionCookie
  /** Resolves when the replica for lists has what was just committed. */
  settled: () => Promise<void>
}

/** The stream that notifies open pages of changes (account-admin, Live pages). */
export function registerLive(
  server: FastifyInstance,
  routes: Routes,
  { config, sessions, log, meter }: Services,
  { feed, cookie, settled }: Parts,
): void {
  const streams = new LiveStreams({ feed, log, meter, settled })
  server.addHook('preClose', async () => streams.close())

  const readerOf = (caller: Caller): LiveReader => ({
    userId: caller.userId,
    tokenHash: caller.tokenHash,
    may: staffMay(caller, config.companyDomains),
  })
  /** Checks a request's session without counting that as activity. */
  const lookOf = (request: FastifyRequest) => {
    const token = sessionTokenOf(request, cookie)
    const asked = saidBy(request)
    return async () => {
      const caller = token ? await sessions.findCaller({ token, ...asked }) : undefined
      return caller && readerOf(caller)
    }
  }

  routes.on(followChanges)(async ({ query, request, reply }) => {
    if (streams.isClosed) throw new AppError('UNAVAILABLE', 'We’re restarting. Try again.', { retryAfter: 1 })
    const reader = readerOf(callerOf(request))
    if (!streams.hasRoomFor(reader))
      throw new AppError('RATE_LIMITED', 'Too many pages are open. Close some.', {
        retryAfter: LIVE_BEAT_SECONDS,
      })
    const { raw } = reply.hijack()
    if (raw.destroyed) return reply
    raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...HEADERS })
    const stream = new LiveStream(raw, reader, lookOf(request))
    raw.once('close', () => streams.remove(stream))
    streams.add(stream, query.silent ?? 0)
    return reply
  })
}
