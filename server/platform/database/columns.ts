import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, jsonb, text, timestamp } from 'drizzle-orm/pg-core'

/** The number of a row, given by the database. */
export const rowId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** A whole number of any size that fits: the id of a row elsewhere, or an amount. */
export const wholeNumber = (name: string) => bigint(name, { mode: 'number' })

/** A moment in time, whatever zone it is looked at from. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

declare const stored: unique symbol

/**
 * A value as its row keeps it: encrypted, or in the clear where a former release wrote it. It is none before `openText` or
 * `openJson` has read it, and no type but this one fits its column (security R60).
 */
export interface Stored<T> {
  readonly [stored]: T
}

/** A text that is kept encrypted. */
export const sealedText = (name: string) => text(name).$type<Stored<string>>()

/** A value that is kept as an encrypted text. */
export const sealedJson = <T>(name: string) => jsonb(name).$type<Stored<T>>()

/** What an insert brought for a column where the row was there already. */
export function excluded(column: AnyPgColumn): SQL {
  return sql`excluded.${sql.identifier(column.name)}`
}
