import type { AccountChangeRow } from '#server/model/schema/account-changes.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { FieldPlace } from '#server/platform/fields/field-cipher.ts'
import { openJson, sealerFor } from '#server/platform/fields/stored-values.ts'

/** What a detail holds: one text, or two for a name. */
export type FieldValue = Readonly<Record<string, string>>

type Proposed = Pick<AccountChangeRow, 'userId' | 'field' | 'proposedAt'>

/** A proposed change with its values as they were given. */
export type OpenedChange = Omit<AccountChangeRow, 'before' | 'after'> & Values
interface Values {
  before: FieldValue
  after: FieldValue
}
type StoredValues = Pick<AccountChangeRow, 'before' | 'after'>

/** The values of a change as its row keeps them. */
export async function valuesToStore(tx: Db, of: Proposed, { before, after }: Values): Promise<StoredValues> {
  const seal = await sealerFor(tx)
  return {
    before: seal.json(before, placeOf(of, 'before')),
    after: seal.json(after, placeOf(of, 'after')),
  }
}

/** A row with its values as they were given. Throws where one was altered, or is of another change. */
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
