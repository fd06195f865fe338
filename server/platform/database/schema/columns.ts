import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** The number of a row, given by the database. */
export const rowId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** A whole number of any size that fits: the id of a row elsewhere, or an amount. */
export const wholeNumber = (name: string) => bigint(name, { mode: 'number' })

/** A moment in time, whatever zone it is looked at from. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
