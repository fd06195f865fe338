import pg from 'pg'
import { type Database, databaseOf } from './database.ts'
import { type Primary, primaryOf } from './primary.ts'
import { UnnamedClient } from './unnamed-client.ts'

interface PostgresOptions {
  /**
   * Whether a pooler in transaction mode is in between, such as PgBouncer: it refuses settings with the connection, so the
   * limit of a statement's time comes from the role, and it gives each transaction another connection of the server.
   */
  pooled?: boolean
}

/**
 * Opens PostgreSQL by its URL with a bounded pool and bounded waits (security R64). Of several hosts in the URL the one that
 * takes writes is used, and after a failover the one that does then.
 */
export function openPostgres(url: string, poolSize: number, options: PostgresOptions = {}): Database {
  return databaseOf('postgres', openPool(url, poolSize, options))
}

/** The pool of it alone. */
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

/** A client that connects to whichever server takes writes at that moment. */
function clientOf(primary: Primary, Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    // A pool connects with a callback, and nothing else does.
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
 * The addresses of a PostgreSQL URL that names one host or several, as libpq writes it
 * (`postgres://user:password@a:5432,b:5432/name`): one URL for each host.
 */
export function addressesOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(url) ?? []
  return hosts.split(',').map((host) => start + host + rest)
}
