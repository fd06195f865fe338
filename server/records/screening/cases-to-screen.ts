import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { type ForceList, listsInForce } from './sanctions-lists.ts'
import { barInForce } from './screening-settings.ts'

/** Cases that someone may deal with: a rejected or withdrawn one is no one's customer. */
const SCREENED_STATES = [
  'draft',
  'submitted',
  'in_review',
  'needs_resubmission',
  'awaiting_second_approval',
  'approved',
  'reverification_due',
]

/** Which submitted cases are not screened against the lists in force, from `after` on in the order of their ids. */
export async function casesToScreen(db: Db, after: number, limit: number): Promise<number[]> {
  const lists = await listsInForce(db)
  if (lists.length === 0) return []
  // Said of both tables: of the second the database would not see it, and read through all that is done.
  const { rows } = await db.execute<{ id: string }>(sql`
    select c.id from cases c join users u on u.id = c.user_id
    left join case_screenings s on s.case_id = c.id and s.case_id > ${after}
    where ${waits(lists, await barInForce(db))} and c.id > ${after} order by c.id limit ${limit}`)
  return rows.map(({ id }) => Number(id))
}

/** How many there are. */
export async function countToScreen(db: Db): Promise<number> {
  const lists = await listsInForce(db)
  if (lists.length === 0) return 0
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) from cases c join users u on u.id = c.user_id left join case_screenings s on s.case_id = c.id
    where ${waits(lists, await barInForce(db))}`)
  return Number(rows[0]?.count)
}

function waits(lists: readonly ForceList[], possibleFrom: number) {
  const ids = `{${lists.map(({ id }) => id).join(',')}}`
  const states = `{${SCREENED_STATES.join(',')}}`
  return sql`c.round > 0 and c.state = any(${states}::text[]) and u.issuer <> 'applicant'
    and (s.case_id is null or s.round <> c.round or s.list_ids <> ${ids}::bigint[]
      or s.possible_from > ${possibleFrom}::double precision)`
}
