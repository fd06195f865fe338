import type { FastifyRequest } from 'fastify'
import type { ActingStaff } from '#domain/roles/acting-user.ts'
import { capabilitiesOf, type HeldRoles, rolesOf } from '#domain/roles/held-roles.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import type { Caller } from '#server/model/access/caller.ts'
import { type Act, type LedgerEvent, recordEvent } from '#server/model/audit/record-event.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Origin, originOf } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

/** A person's number with at most 15 digits. */
const NUMBER = /^\d{1,15}$/

/** The act of a member of staff, which is always a request. */
export interface StaffAct extends Act {
  actor: ActingStaff
  origin: Origin
}

/** The member of staff who makes a guarded request. */
export function staffActOf(request: FastifyRequest): StaffAct {
  return { actor: actingStaff(callerOf(request)), origin: originOf(request) }
}

/** Throws FORBIDDEN if it is about the one who acts: no one decides on themselves (security R23). */
export function requireOther({ actor }: StaffAct, userId: number): void {
  if (userId === actor.id) throw new AppError('FORBIDDEN', 'Someone else has to deal with your own account.')
}

/** Records what staff did, in the transaction in which they did it. */
export function recordAct(
  tx: Db,
  act: StaffAct,
  event: Omit<LedgerEvent, 'actor' | 'origin'>,
): Promise<void> {
  return recordEvent(tx, { ...event, actor: act.actor, origin: act.origin })
}

/** The caller as the member of staff who acts, with what they may do. */
export function actingStaff(caller: Pick<Caller, 'userId'> & HeldRoles): ActingStaff {
  return { kind: 'staff', id: caller.userId, may: capabilitiesOf(rolesOf(caller)) }
}

/**
 * Returns a function that records each read by someone whose role requires it: the path without search texts,
 * and the person if it is a page about one (security R24). It throws if the read can't be recorded, so that
 * nothing is shown.
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
