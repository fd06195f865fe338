import { ApprovalBasis, CaseKind } from '#contract/cases.ts'
import { Activity } from '#contract/staff-home.ts'
import type { Db } from '#server/platform/database/database.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'
import { namesOf, unnamed } from '#server/records/people/names.ts'
import { ERASED_ISSUER } from '#server/records/people/remove-person.ts'

const SHOWN = 10

/** The latest sign-ups, submissions and decisions; without names for staff who may not read them (design §9). */
export async function latestActivity(db: Db, { withNames }: { withNames: boolean }): Promise<Activity[]> {
  const { rows } = await db.$client.query<Row>(
    `select e.id, e.at, e.type, e.actor_kind, e.actor_id, e.after->'approval' as approval, u.id as person, c.kind,
       case when c.kind = 'business' and u.issuer <> $2 then b.legal_name end as company
     from events e left join cases c on c.id = e.case_id
       join users u on u.id = coalesce(c.user_id, e.user_id) and u.issuer <> $1
       left join business_profiles b on b.user_id = u.id
     where e.type in ('user.created', 'case.submitted', 'case.approved', 'case.returned', 'case.rejected')
     order by e.at desc, e.id desc limit ${SHOWN}`,
    [APPLICANT_ISSUER, ERASED_ISSUER],
  )
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

interface Row {
  id: string
  at: Date
  type: string
  actor_kind: string
  actor_id: string | null
  approval: unknown
  person: string
  kind: string | null
  company: string | null
}
