import { ERASURE_DAYS } from '#contract/privacy/privacy.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import type { ErasureEnd } from '#domain/privacy/retention.ts'
import type { ErasureRequestRow } from '#server/model/schema/privacy.ts'

/** By when a request made at this moment is answered. */
export function answerDueAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + ERASURE_DAYS * DAY_MS)
}

/** By when at the latest an erasure is expected: by the day of the open request, or of one made now. */
export function expectedEnd(
  request: Pick<ErasureRequestRow, 'state' | 'dueAt'> | undefined,
  now: Date,
): ErasureEnd {
  const dueAt = request?.state === 'requested' ? request.dueAt : answerDueAt(now)
  return { by: dueAt > now ? dueAt : now }
}
