import { rolesThatMay } from '#domain/roles/held-roles.ts'
import { ERASED_ISSUER } from '#server/model/people/erased-people.ts'
import type { Db } from '#server/platform/database/database.ts'
import { closeNoticesOfMatches } from './screening.sql.ts'

/**
 * Closes notices whose matches are all decided, not current any more, wait for someone else than the person
 * told, or are of erased accounts that the person told may not read, and those whose matches don't await a second
 * person any more.
 */
export async function closeMatchNotices(tx: Db, at: Date): Promise<void> {
  await closeNoticesOfMatches(tx, [at, ERASED_ISSUER, rolesThatMay('people.erased')])
}
