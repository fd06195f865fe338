import type { FastifyRequest } from 'fastify'
import { callerOf } from '#server/platform/http/access-guard.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import { type EventType, recordEvent } from '#server/platform/ledger/record-event.ts'
import type { Services } from '#server/services.ts'

/** How often one reader's look at the same list or thing is told: its page reads it again and again while it is open. */
const LOOK_MS = 15 * 60_000
/** Looks that are remembered; more readers at once only means that one of them is told of twice. */
const MOST_LOOKS = 10_000

type Look = Extract<EventType, `admin.${string}_viewed`>

/**
 * Gives what records that staff have read a list which names people, once in a quarter of an hour for each reader and, where
 * it is about one, each person or thing (security R24).
 */
export function lookRecorder({ database, now }: Pick<Services, 'database' | 'now'>, type: Look) {
  const last = new Map<string, number>()
  return async (
    request: FastifyRequest,
    about: { userId?: number; subject?: string; found?: number } = {},
  ): Promise<void> => {
    const { userId: readerId } = callerOf(request)
    const { userId, subject, found } = about
    const key = `${readerId}:${userId}:${subject}`
    const at = now()
    if (at.getTime() - (last.get(key) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return
    if (last.size >= MOST_LOOKS) last.clear()
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
