import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-port.ts'
import { type Machine, type Part, program, until } from './machine.ts'
import { type PostgresPart, rows } from './postgres.ts'

/** PgBouncer in transaction mode, as Debian ships it. */
export interface PgBouncerPart {
  part: Part
  url(database: string): string
}

/** Starts it in front of a server, with this many server connections for all clients together. */
export async function startPgBouncer(
  machine: Machine,
  postgres: PostgresPart,
  { poolSize = 10 } = {},
): Promise<PgBouncerPart> {
  const port = await freePort()
  const folder = machine.mkdir('pgbouncer')
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${postgres.port} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 500',
      // After a crash of the server it would otherwise retry only every 15 s.
      'server_login_retry = 1',
      '',
    ].join('\n'),
  )
  const part = machine.start('pgbouncer', program('pgbouncer'), [file], {
    asPostgres: true,
    stopSignal: 'SIGINT',
  })
  const url = (database: string) =>
    Object.assign(new URL(postgres.url(database)), { port: String(port) }).href
  await until('PgBouncer answers', () => rows(url('postgres'), 'select 1').then(() => true), { part })
  return { part, url }
}
