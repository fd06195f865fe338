import pg from 'pg'

/** The statement was cancelled, by its timeout or by an administrator; the next one may well succeed. */
const CANCELLED = '57014'
/**
 * The server is unreachable, starting, stopping, read-only after a failover, full, or out of memory or
 * connections, or the network failed. PostgreSQL's error classes are given by their first two characters.
 */
const OUTAGE_CODES = [
  ...['08', '53', '28', '57P0', '25006', '3D000', '58030'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EADDRNOTAVAIL'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]
const OUTAGE_SIGNS =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not|Query read timeout/

/** A standby, or a server that an operator or a failover made read-only. */
const READ_ONLY = '25006'

/** Returns PostgreSQL's or the socket's error code, if there is one; Drizzle keeps the original error as `cause`. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string') return e.code
  }
  return undefined
}

/** Returns the name of the unique or foreign key constraint that a write violated. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof pg.DatabaseError) return e.code?.startsWith('23') ? e.constraint : undefined
  }
  return undefined
}

/**
 * What an error says about the database: `away` if any other query would fail too, `cancelled` if this one was
 * stopped; undefined if the query itself is wrong.
 */
export function databaseFault(error: unknown): 'away' | 'cancelled' | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e && typeof e.code === 'string' ? e.code : ''
    if (code === CANCELLED) return 'cancelled'
    if (OUTAGE_CODES.some((start) => code.startsWith(start)) || OUTAGE_SIGNS.test(e.message)) return 'away'
  }
  return undefined
}

/** Whether an error only says that nothing can be written, so that reads still work. */
export function isReadOnly(error: unknown): boolean {
  return databaseErrorCode(error) === READ_ONLY
}
