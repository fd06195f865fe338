import { rolesThatMay } from '#domain/roles/held-roles.ts'
import type { Config } from '#server/config.ts'
import { isStaff } from '#server/model/access/caller.ts'
import { unnamed } from '#server/model/people/names.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectReviewers } from './queue.sql.ts'

/** Who can be given cases: staff whose role may work on them and whose account is not disabled, by name. */
export async function reviewersOf(db: Db, config: Config): Promise<{ id: number; name: string }[]> {
  const { rows } = await selectReviewers(db, [rolesThatMay('cases.work')])
  return rows
    .filter((user) => isStaff(user, config.companyDomains))
    .map(({ id, name, auth0Email }) => ({ id: Number(id), name: name ?? auth0Email ?? unnamed(Number(id)) }))
}
