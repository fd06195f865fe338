import type { FastifyRequest } from 'fastify'
import type { Caller } from '#server/model/access/caller.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { originOf } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/** How many digits the number of a person can have. */
const NUMBER = /^\d{1,15}$/

/**
 * Returns what records each reading of someone whose role asks for it: its address without the words that were searched for,
 * and the person where it is the page of one (security R24). Throws where it cannot be recorded, so that nothing is shown.
 */
export function readingRecorder({ database, now }: Pick<Services, 'database' | 'now'>) {
  return (request: FastifyRequest, { userId: readerId }: Pick<Caller, 'userId'>): Promise<void> => {
    const [path = ''] = request.url.split('?')
    const [, , , area, id = ''] = path.split('/')
    return database.transaction((tx) =>
      recordEvent(tx, {
        at: now(),
        type: 'admin.read',
        actor: { kind: 'staff', id: readerId },
        ...(area === 'users' && NUMBER.test(id) && { userId: Number(id) }),
        subject: `GET ${path.slice(0, 200)}`,
        origin: originOf(request),
      }),
    )
  }
}
