import { closeNotices } from '#server/model/mail/notices.ts'
import type { AccountChangeRow } from '#server/model/schema/users.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'
import { deleteOpenChanges } from './people.sql.ts'

/** A detail's value: one text, or two for a name. */
export type FieldValue = Readonly<Record<string, string>>

type Proposed = Pick<AccountChangeRow, 'userId' | 'field' | 'proposedAt'>

/** A proposed change with its values decrypted. */
export type OpenedChange = Omit<AccountChangeRow, 'before' | 'after'> & Values
interface Values {
  before: FieldValue
  after: FieldValue
}
type StoredValues = Pick<AccountChangeRow, 'before' | 'after'>

/** A change's values as its row stores them. */
export async function valuesToStore(tx: Db, of: Proposed, { before, after }: Values): Promise<StoredValues> {
  const seal = await sealerFor(tx)
  return {
    before: seal.json(before, placeOf(of, 'before')),
    after: seal.json(after, placeOf(of, 'after')),
  }
}

/** A row with its values decrypted. Throws if one was altered or is another change's. */
export function openChange<Row extends Proposed & StoredValues>(
  db: Db,
  row: Row,
): Omit<Row, keyof Values> & Values {
  return {
    ...row,
    before: openJson(db, row.before, placeOf(row, 'before')),
    after: openJson(db, row.after, placeOf(row, 'after')),
  }
}

function placeOf({ userId, field, proposedAt }: Proposed, column: 'before' | 'after'): FieldPlace {
  return ['account_changes', column, `${userId}:${field}:${proposedAt.getTime()}`]
}

/** The task of the notices about a proposed change of details, until it is answered. */
export function changeTask(id: number): string {
  return `account-change:${id}`
}

/**
 * Drops what is proposed for a person who is being removed, because no one can confirm it any more. Returns how
 * many.
 */
export async function dropOpenChanges(tx: Db, userId: number, at: Date): Promise<number> {
  const { rows } = await deleteOpenChanges(tx, [userId])
  for (const { id } of rows) await closeNotices(tx, changeTask(Number(id)), at)
  return rows.length
}
