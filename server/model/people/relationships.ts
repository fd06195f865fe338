import type { Relationship } from '#domain/privacy/retention.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectHold, selectRelationship } from './people.sql.ts'

/** A person's relationship with the platform, as far as it determines how long records are kept. */
export async function relationshipOf(db: Db, userId: number): Promise<Relationship> {
  const { rows } = await selectRelationship(db, [userId])
  const [found] = rows
  if (!found) throw new Error('A select without a table answers with one row')
  return found
}

/** Whether a legal hold stops every deletion of a person's records (law §3.1). The person must never know. */
export async function isOnLegalHold(db: Db, userId: number): Promise<boolean> {
  const { rows } = await selectHold(db, [userId])
  return rows.length > 0
}
