import pg from 'pg'
import { type Database, databaseOf } from './database.ts'

/** Opens PostgreSQL by its URL with a bounded pool and bounded waits (security R64). */
export function openPostgres(url: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
    idleTimeoutMillis: 30_000,
    application_name: 'verdaccord',
  })
  return databaseOf('postgres', pool)
}
