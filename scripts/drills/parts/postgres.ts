import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#server/testing/free-port.ts'
import { type Machine, type Part, program, runAsPostgres, until } from './machine.ts'

/** Debian's PostgreSQL server. */
export interface PostgresPart {
  part: Part
  port: number
  /** The connection string of one of its databases. */
  url(database: string): string
  /** Starts it again after a crash. */
  restart(): Promise<void>
}

const PASSWORD = randomBytes(12).toString('hex')

/**
 * Starts an empty server, optionally on a disk of its own, or a streaming replica of `primary`. It never loses
 * what it has acknowledged.
 */
export async function startPostgres(
  machine: Machine,
  name: string,
  { primary, settings = [], disk }: { primary?: PostgresPart; settings?: string[]; disk?: string } = {},
): Promise<PostgresPart> {
  const server = program('postgres', 'postgresql')
  const data = disk ? join(disk, 'data') : machine.mkdir(name, { asPostgres: true })
  const port = await freePort()
  if (primary)
    runAsPostgres('pg_basebackup', [
      ...['--pgdata', data, '--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast'],
      ...['--dbname', primary.url('postgres')],
    ])
  else {
    runAsPostgres('initdb', [
      '--pgdata',
      data,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
    ])
    appendFileSync(`${data}/pg_hba.conf`, 'host replication all 127.0.0.1/32 trust\n')
  }
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    '',
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'max_connections=200',
  ]
  const start = () =>
    machine.start(name, server, [...args, ...settings.flatMap((setting) => ['-c', setting])], {
      asPostgres: true,
      stopSignal: 'SIGINT',
    })
  const url = (database: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`
  const made: PostgresPart = {
    part: start(),
    port,
    url,
    async restart() {
      made.part = start()
      await answers(made)
    },
  }
  await answers(made)
  return made
}

function answers({ part, url }: PostgresPart): Promise<boolean> {
  return until('PostgreSQL answers', () => rows(url('postgres'), 'select 1').then(() => true), { part })
}

/** Runs one statement on a connection of its own and returns its rows. */
export async function rows<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
