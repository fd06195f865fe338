import pg from 'pg'

/** A statement that was stopped, by its time or by an administrator: the next one may well go through. */
const CANCELLED = '57014'
/**
 * The server is unreachable, starting, stopping, read-only as after a failover, full, or out of memory or connections; or
 * the network says so in its own words. Classes of PostgreSQL's codes are given by their first letters.
 */
const OUTAGE_CODES = [
  ...['08', '53', '28', '57P0', '25006', '3D000', '58030'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EADDRNOTAVAIL'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]
const OUTAGE_SIGNS =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not|Query read timeout/

/** A standby, or a server that an operator or a failover has made read-only. */
const READ_ONLY = '25006'

/** PostgreSQL's or the socket's code of a failure, if it has one; Drizzle keeps the original as `cause`. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') return e.code
  }
  return undefined
}

/** The unique or foreign constraint a failed write ran into, by name. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof pg.DatabaseError) return e.code?.startsWith('23') ? e.constraint : undefined
  }
  return undefined
}

/**
 * What a failure says of the database: `away` where any other query would fail as well, `cancelled` where this one was
 * stopped; undefined where the query is wrong.
 */
export function databaseFault(error: unknown): 'away' | 'cancelled' | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e && typeof e.code === 'string' ? e.code : ''
    if (code === CANCELLED) return 'cancelled'
    if (OUTAGE_CODES.some((start) => code.startsWith(start)) || OUTAGE_SIGNS.test(e.message)) return 'away'
  }
  return undefined
}

/** Whether a failure only says that nothing can be written: what is asked without a write still gets its answer. */
export function isReadOnly(error: unknown): boolean {
  return databaseErrorCode(error) === READ_ONLY
}
