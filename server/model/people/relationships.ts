import type { Relationship } from '#domain/privacy/retention.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectHold, selectRelationship } from './people.sql.ts'

/** What a person is to the platform, as far as keeping their records depends on it. */
export async function relationshipOf(db: Db, userId: number): Promise<Relationship> {
  const { rows } = await selectRelationship(db, [userId])
  const [found] = rows
  if (!found) throw new Error('A select without a table answers with one row')
  return found
}

/** Whether a legal hold stops every deletion of a person's records (law §3.1). Never for the person to know. */
export async function isOnLegalHold(db: Db, userId: number): Promise<boolean> {
  const { rows } = await selectHold(db, [userId])
  return rows.length > 0
}
