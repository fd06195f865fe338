import pg from 'pg'
import { type Database, databaseOf } from './database.ts'
import { type Primary, primaryOf } from './primary.ts'
import { UnnamedClient } from './unnamed-client.ts'

interface PostgresOptions {
  /**
   * Whether there is a pooler in transaction mode, such as PgBouncer. It refuses connection settings, so the
   * statement timeout comes from the role, and each transaction may run on another server connection.
   */
  pooled?: boolean
}

/**
 * Opens PostgreSQL by its URL with a bounded pool and bounded waits (security R64). Of several hosts the one
 * that accepts writes is used, also after a failover.
 */
export function openPostgres(url: string, poolSize: number, options: PostgresOptions = {}): Database {
  return databaseOf('postgres', openPool(url, poolSize, options))
}

/** Just the pool of `openPostgres`. */
export function openPool(url: string, poolSize: number, { pooled = false }: PostgresOptions = {}): pg.Pool {
  const addresses = addressesOf(url)
  const primary = addresses.length > 1 ? primaryOf(addresses) : undefined
  const Client = pooled ? UnnamedClient : pg.Client
  const pool = new pg.Pool({
    connectionString: addresses[0],
    Client: primary ? clientOf(primary, Client) : Client,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    ...(!pooled && { statement_timeout: 5_000 }),
    query_timeout: 6_000,
    idleTimeoutMillis: 30_000,
    application_name: 'verdaccord',
  })
  if (primary) {
    pool.on('error', () => primary.forget())
    pool.on('release', (error) => {
      if (error) primary.forget()
    })
  }
  return pool
}

/** A client that connects to whichever server accepts writes at that moment. */
function clientOf(primary: Primary, Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    // The pool connects with a callback, and nothing else connects.
    override connect(...[done]: unknown[]): never {
      const called = done as (error?: unknown) => void
      const connect = (address: string) => {
        const { hostname, port } = new URL(address)
        Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) })
        super.connect((error: unknown) => {
          if (error) primary.forget()
          called(error)
        })
      }
      primary.find().then(connect, called)
      return undefined as never
    }
  }
}

/**
 * Splits a PostgreSQL URL with several hosts, as libpq writes it
 * (`postgres://user:password@a:5432,b:5432/name`), into one URL per host.
 */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}
