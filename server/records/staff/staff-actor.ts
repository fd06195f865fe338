import type { Actor } from '#domain/cases/case-record.ts'
import type { Caller } from '#server/platform/sessions/caller.ts'

/** An administrator as the case machine knows them. */
export function staffActor(
  caller: Pick<Caller, 'userId' | 'isSuperAdmin'>,
): Extract<Actor, { kind: 'staff' }> {
  return {
    kind: 'staff',
    id: String(caller.userId),
    role: caller.isSuperAdmin ? 'super_admin' : 'admin',
  }
}
