import { Activity } from '#contract/review/staff-home.ts'
import { ApprovalBasis, CaseKind } from '#contract/verification/cases.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { ERASED_ISSUER } from '#server/model/people/remove-person.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectLatestActivity } from './queue.sql.ts'

/** The latest sign-ups, submissions and decisions; without names for staff who may not read them (design §9). */
export async function latestActivity(db: Db, { withNames }: { withNames: boolean }): Promise<Activity[]> {
  const { rows } = await selectLatestActivity(db, [APPLICANT_ISSUER, ERASED_ISSUER])
  const ids = rows.flatMap(({ person, actor_id }) => [Number(person), Number(actor_id)])
  const names = withNames ? await namesOf(db, [...new Set(ids)]) : new Map<number, string>()
  return rows.map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    type: Activity.shape.type.parse(row.type),
    person: withNames
      ? {
          id: Number(row.person),
          name: row.company ?? names.get(Number(row.person)) ?? unnamed(Number(row.person)),
          kind: CaseKind.nullable().parse(row.kind),
        }
      : null,
    approval: ApprovalBasis.nullable().parse(row.approval),
    by: withNames && row.actor_kind === 'staff' ? (names.get(Number(row.actor_id)) ?? null) : null,
  }))
}
