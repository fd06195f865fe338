import type { AuditEvent } from '#contract/audit/admin-audit.ts'
import { assignedOwner, eventTitle } from '#server/model/audit/event-titles.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { AuditRow } from './audit-search.ts'

/** Events with the names of those who acted and of those concerned, as people are called now. */
export async function presentEvents(db: Db, rows: readonly AuditRow[]): Promise<AuditEvent[]> {
  const ids = rows
    .flatMap((row) => [row.actor_id, row.user_id, assignedOwner(row)])
    .filter((id) => id !== null)
  const names = await namesOf(db, [...new Set(ids.map(Number))])
  const nameOf = (id: number) => names.get(id) ?? unnamed(id)
  return rows.map((row) => {
    const [actorId, userId] = [row.actor_id, row.user_id].map((id) => (id === null ? null : Number(id)))
    return {
      id: Number(row.id),
      at: row.at.toISOString(),
      type: row.type,
      title: eventTitle(row, names.get(assignedOwner(row) ?? 0)),
      actor: {
        kind: row.actor_kind,
        id: actorId ?? null,
        name: actorId ? nameOf(actorId) : row.actor_kind === 'system' ? 'System' : 'Signed out',
      },
      person: userId ? { id: userId, name: nameOf(userId) } : null,
      case_id: row.case_id === null ? null : Number(row.case_id),
      subject: row.subject,
      before: row.before,
      after: row.after,
      reasons: row.reasons ?? [],
      note: row.note,
      ip: row.ip,
      request_id: row.request_id,
    }
  })
}
