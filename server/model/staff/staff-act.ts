import type { FastifyRequest } from 'fastify'
import type { ActingStaff } from '#domain/roles/acting-user.ts'
import { callerOf } from '#server/model/access/access-guard.ts'
import { type LedgerEvent, recordEvent } from '#server/model/audit/record-event.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Origin, originOf } from '#server/platform/http/request-context.ts'

/** Who of the staff acts, and from where: evidence for the ledger. */
export interface StaffAct {
  actor: ActingStaff
  origin: Origin
}

/** The staff member of a guarded request. */
export function staffActOf(request: FastifyRequest): StaffAct {
  return { actor: { kind: 'staff', id: callerOf(request).userId }, origin: originOf(request) }
}

/** Records what staff did, in the transaction in which they did it. */
export function recordAct(
  tx: Db,
  act: StaffAct,
  event: Omit<LedgerEvent, 'actor' | 'origin'>,
): Promise<void> {
  return recordEvent(tx, { ...event, actor: act.actor, origin: act.origin })
}
