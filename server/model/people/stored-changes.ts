import { and, asc, eq } from 'drizzle-orm'
import { ChangeField } from '#contract/directory/support.ts'
import { closeNotices } from '#server/model/mail/notices.ts'
import { type AccountChangeRow, accountChanges } from '#server/model/schema/users.ts'
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

/** A detail in one line; the database doesn't preserve the order of its parts. */
export function writtenValue({ firstName, lastName, email, phone, address }: FieldValue): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return email ?? phone ?? address?.replaceAll('\n', ', ') ?? name
}

/** A change that a second person confirmed. */
export interface ConfirmedChange {
  id: number
  field: ChangeField
  at: Date
  before: string
  after: string
  proposedBy: number
  confirmedBy: number
  reason: string
  evidence: string
}

/** All confirmed changes of a person's details, the first one first. */
export async function confirmedChanges(db: Db, userId: number): Promise<ConfirmedChange[]> {
  const rows = await db
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.userId, userId), eq(accountChanges.state, 'confirmed')))
    .orderBy(asc(accountChanges.id))
  return rows.map((row) => {
    const { id, proposedBy, proposedAt, decidedAt, decidedBy, reason, evidence } = row
    const { before, after } = openChange(db, row)
    return {
      id,
      field: ChangeField.parse(row.field),
      at: decidedAt ?? proposedAt,
      before: writtenValue(before),
      after: writtenValue(after),
      proposedBy,
      confirmedBy: decidedBy ?? proposedBy,
      reason,
      evidence,
    }
  })
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
