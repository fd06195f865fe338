import type { FastifyRequest } from 'fastify'
import { callerOf } from '#server/platform/http/access-guard.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import { type EventType, recordEvent } from '#server/platform/ledger/record-event.ts'
import type { Services } from '#server/services.ts'

/** How often one reader is recorded as viewing the same list or thing: its page reads it again and again while it is open. */
const INTERVAL_MS = 15 * 60_000
/** Views that are remembered; with more readers at once some are recorded twice. */
const MOST_VIEWS = 10_000

type ViewEvent = Extract<EventType, `admin.${string}_viewed`>

/**
 * Returns what records that staff have viewed a list which names people, once in a quarter of an hour for each reader and, where
 * it is about one, each person or thing (security R24).
 */
export function viewRecorder({ database, now }: Pick<Services, 'database' | 'now'>, type: ViewEvent) {
  const last = new Map<string, number>()
  return async (
    request: FastifyRequest,
    about: { userId?: number; subject?: string; found?: number } = {},
  ): Promise<void> => {
    const { userId: readerId } = callerOf(request)
    const { userId, subject, found } = about
    const key = `${readerId}:${userId}:${subject}`
    const at = now()
    if (at.getTime() - (last.get(key) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return
    if (last.size >= MOST_VIEWS) last.clear()
    last.set(key, at.getTime())
    await database.transaction((tx) =>
      recordEvent(tx, {
        at,
        type,
        actor: { kind: 'staff', id: readerId },
        ...(userId !== undefined && { userId }),
        ...(subject !== undefined && { subject }),
        ...(found !== undefined && { after: { found } }),
        origin: originOf(request),
      }),
    )
  }
}
