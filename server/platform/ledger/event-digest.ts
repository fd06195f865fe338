import { createHash } from 'node:crypto'
import pg from 'pg'
import { rollBackTransaction } from '#server/platform/database/database.sql.ts'
import type { Database } from '#server/platform/database/database.ts'
import { composed, type Kind } from '#server/platform/database/statement.ts'
import { beginToRead, setHowValuesAreWritten } from './ledger.sql.ts'

/** The columns of an event that its hash is made of, and the hash. */
export const EVENT_COLUMNS = {
  id: 'int8',
  at: 'timestamptz',
  lane: 'int4',
  seq: 'int8',
  prev_hash: 'bytea?',
  hash: 'bytea?',
  type: 'text',
  actor_kind: 'text',
  actor_id: 'int8?',
  user_id: 'int8?',
  case_id: 'int8?',
  subject: 'text?',
  before: 'jsonb?',
  after: 'jsonb?',
  reasons: 'text[]?',
  note: 'text?',
  ip: 'text?',
  request_id: 'text?',
} as const satisfies Record<string, Kind>

/** An event as the database writes it: each column as text, so that nothing is reinterpreted. */
export type WrittenEvent = WrittenRow<typeof EVENT_COLUMNS>

/** A row each of whose columns is read as text, except lists of texts. */
type WrittenRow<Gives> = { -readonly [C in keyof Gives]: Written<Gives[C]> }
type Written<K> = K extends `${infer Of}?`
  ? Written<Of> | null
  : K extends `${string}[]`
    ? (string | null)[]
    : string

const TEXT_ARRAY = 1009
/** Every column as text, except lists of texts: a number may exceed JavaScript's range, and JSON keeps its order. */
const AS_WRITTEN = {
  getTypeParser: (type: number) =>
    type === TEXT_ARRAY ? pg.types.getTypeParser(TEXT_ARRAY as never) : (value: unknown) => value,
} as unknown as pg.CustomTypesConfig

/**
 * Reads with table names qualified by their schema, so that settings of the verified database's owner don't
 * affect how names are resolved and timestamps written.
 */
export async function readAsWritten<const Gives extends Readonly<Record<string, Kind>>>(
  { pool }: Pick<Database, 'pool'>,
  asked: { text: string; values?: unknown[]; gives: Gives },
): Promise<WrittenRow<Gives>[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await beginToRead(client)
    await setHowValuesAreWritten(client)
    const { rows } = await composed(client, { ...asked, types: AS_WRITTEN })
    // Its parsers, not the column's type, say what a value is.
    return rows as unknown[] as WrittenRow<Gives>[]
  } finally {
    await rollBackTransaction(client).catch((error: Error) => {
      broken = error
    })
    client.release(broken)
  }
}

/**
 * The hash of an event, computed here rather than by the database being verified. It equals `event_digest` of
 * the migrations: the previous hash and the columns as a JSON array, written as PostgreSQL writes one.
 */
export function eventDigest(event: WrittenEvent): Buffer {
  const parts = [
    event.lane,
    event.seq,
    event.id,
    quoted(momentOf(event.at)),
    quoted(event.type),
    quoted(event.actor_kind),
    event.actor_id,
    event.user_id,
    event.case_id,
    quoted(event.subject),
    event.before,
    event.after,
    event.reasons && `[${event.reasons.map((reason) => quoted(reason) ?? 'null').join(', ')}]`,
    quoted(event.note),
    quoted(event.ip),
    quoted(event.request_id),
  ]
  return createHash('sha256')
    .update(bytesOf(event.prev_hash))
    .update(`[${parts.map((part) => part ?? 'null').join(', ')}]`)
    .digest()
}

/** The bytes of a `bytea` as written; empty for null. */
export function bytesOf(written: string | null): Buffer {
  return Buffer.from(written?.slice(2) ?? '', 'hex')
}

/** When an event says that it happened. */
export function timeOf({ at }: Pick<WrittenEvent, 'at'>): Date {
  return new Date(`${momentOf(at)}Z`)
}

/** PostgreSQL and JavaScript escape the same characters in the same way. */
function quoted(value: string | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

function momentOf(at: string): string {
  const [, day, time, fraction = ''] = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/.exec(at) ?? []
  return day && time ? `${day}T${time}.${fraction.padEnd(6, '0')}` : at
}
