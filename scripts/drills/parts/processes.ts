import type { Database } from '../../../server/platform/database/database.ts'
import { openPostgres } from '../../../server/platform/database/postgres.ts'
import { type Person, seedPeople } from '../../../server/reliability/testing/people.ts'
import type { Machine } from './machine.ts'
import { type NginxPart, proxyOrigin, startNginx } from './nginx.ts'
import { type PgBouncerPart, startPgBouncer } from './pgbouncer.ts'
import { type PostgresPart, rows, startPostgres } from './postgres.ts'
import { type Env, installationEnv, OUR_SOURCES, type ServerPart, startServer } from './verdaccord.ts'

/** Three of our processes behind nginx, and PostgreSQL behind PgBouncer. */
export interface Processes {
  origin: string
  nginx: NginxPart
  postgres: PostgresPart
  pgbouncer: PgBouncerPart
  env: Env
  servers: ServerPart[]
  /** Bypasses the pooler, to read rows and create people. */
  database: Database
  /** Starts the process at that index again on its port, optionally from the sources of another release. */
  restart(place: number, sources?: string): Promise<ServerPart>
  people(wish: Parameters<typeof seedPeople>[1]): Promise<Person[]>
}

interface Wish {
  env?: Env
  /** The sources that all of them start from. */
  sources?: string
  /** Whether they connect through PgBouncer. */
  isPooled?: boolean
}

const DATABASE = 'verdaccord'

/** Starts everything, our three processes at the same time on an empty database (security B03). */
export async function startProcesses(
  machine: Machine,
  { env: more = {}, sources = OUR_SOURCES, isPooled = true }: Wish = {},
): Promise<Processes> {
  const postgres = await startPostgres(machine, 'postgres')
  await rows(postgres.url('postgres'), `create database ${DATABASE}`)
  await rows(
    postgres.url('postgres'),
    `alter role postgres in database ${DATABASE} set statement_timeout = '5s'`,
  )
  const pgbouncer = await startPgBouncer(machine, postgres)
  const origin = await proxyOrigin()
  const env = installationEnv(machine, {
    DATABASE_URL: isPooled ? pgbouncer.url(DATABASE) : postgres.url(DATABASE),
    ...(isPooled && { DATABASE_DIRECT_URL: postgres.url(DATABASE) }),
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    ...more,
  })
  const start = (place: number, from = sources, port?: number) =>
    startServer(machine, `app-${place + 1}`, { ...env, ...(port && { PORT: String(port) }) }, from)
  const servers = await Promise.all([start(0), start(1), start(2)])
  const nginx = await startNginx(
    machine,
    origin,
    servers.map(({ port }) => port),
  )
  const database = openPostgres(postgres.url(DATABASE), 4)
  machine.onClose(() => database.close())
  return {
    origin,
    nginx,
    postgres,
    pgbouncer,
    env,
    servers,
    database,
    async restart(place, from) {
      const started = await start(place, from, servers[place]?.port)
      servers[place] = started
      return started
    },
    people: async (wish) =>
      // Over https the cookie's name has the prefix that binds it to the host.
      (await seedPeople(database, wish)).map((person) => ({ ...person, cookie: `__Host-${person.cookie}` })),
  }
}
