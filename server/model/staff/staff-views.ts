import type { FastifyRequest } from 'fastify'
import { callerOf } from '#server/model/access/access-guard.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/**
 * How often a reader's views of the same list or object are recorded, because an open page reads it again and
 * again.
 */
const INTERVAL_MS = 15 * 60_000
/** How many views are remembered; with more readers at once some are recorded twice. */
const MOST_VIEWS = 10_000

type ViewEvent = Extract<EventType, `admin.${string}_viewed`>

/**
 * Returns a function that records that staff have viewed a list of people, once in a quarter of an hour per
 * reader and, if it is about one, per person or object (security R24).
 */
export function viewRecorder({ database, now }: Pick<Services, 'database' | 'now'>, type: ViewEvent) {
  const last = new Map<string, { at: number; recorded: Promise<void> }>()
  return async (
    request: FastifyRequest,
    about: { userId?: number; subject?: string; found?: number } = {},
  ): Promise<void> => {
    const { userId: readerId } = callerOf(request)
    const { userId, subject, found } = about
    const key = `${readerId}:${userId}:${subject}`
    const at = now()
    const known = last.get(key)
    // A concurrent request also waits until the view is recorded.
    if (known && at.getTime() - known.at < INTERVAL_MS) return known.recorded
    if (last.size >= MOST_VIEWS) last.clear()
    const recorded = database
      .transaction((tx) =>
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
      .catch((error: unknown) => {
        // A view that couldn't be recorded didn't happen: the next attempt is recorded or refused.
        last.delete(key)
        throw error
      })
    last.set(key, { at: at.getTime(), recorded })
    return recorded
  }
}
