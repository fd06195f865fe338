import pg from 'pg'
import { makeTemplate, startTestPostgres, TEMPLATE } from '#server/testing/postgres.ts'

/** A PostgreSQL server for the measurement, with migrated databases to fill. */
export interface BenchPostgres {
  /** Creates a migrated database and returns its connection string. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

/** Starts PostgreSQL, or uses the server of BENCH_DATABASE_URL; both sides of a measurement share it. */
export async function startPostgres(): Promise<BenchPostgres> {
  const server = await startTestPostgres(process.env.BENCH_DATABASE_URL)
  await makeTemplate(server)
  return {
    async create(name) {
      await query(server.url('postgres'), `drop database if exists ${name} with (force)`)
      await query(server.url('postgres'), `create database ${name} template ${TEMPLATE}`)
      return server.url(name)
    },
    stop: () => server.stop(),
  }
}

/** Runs one statement on a connection of its own and returns its rows. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
