import { execFileSync } from 'node:child_process'
import { chownSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { type Person, seedPeople } from '../../server/reliability/testing/people.ts'
import { drill } from './parts/drill.ts'
import { uploadSelfie } from './parts/load.ts'
import { type Machine, NotInstalled, postgresAccount } from './parts/machine.ts'
import { rows, startPostgres } from './parts/postgres.ts'
import { call, installationEnv, runAdmin, startServer } from './parts/verdaccord.ts'
import { counted, startWriters, type Writers } from './parts/writers.ts'

// Full disks under a load of writes (security B05): first PostgreSQL's, completely, then the one for documents.
const MiB = 1024 ** 2

await drill(async (machine, report) => {
  const disks = { database: mount(machine, 'database', 400), files: mount(machine, 'files', 600) }
  const account = postgresAccount()
  if (account) chownSync(disks.database, account.uid, account.gid)
  // A small log, so that the disk itself runs out rather than the space reserved for the log.
  const settings = ['max_wal_size=64MB', 'min_wal_size=32MB', 'wal_recycle=off']
  const postgres = await startPostgres(machine, 'postgres', { settings, disk: disks.database })
  await rows(postgres.url('postgres'), 'create database verdaccord')
  const env = installationEnv(machine, {
    DATABASE_URL: postgres.url('verdaccord'),
    DATA_DIR: join(disks.files, 'data'),
  })
  const server = await startServer(machine, 'app', env)
  const origin = `http://127.0.0.1:${server.port}`
  const database = openPostgres(postgres.url('verdaccord'), 2)
  machine.onClose(() => database.close())
  const [reader, ...people] = (await seedPeople(database, { count: 21 })) as [Person, ...Person[]]
  const writers = startWriters([origin], people, 200)
  await delay(2_000)

  const reading = { cookie: reader.cookie }
  const read = async () => (await call(origin, 'GET', '/api/onboarding/consumer/draft', reading)).status
  const upload = async () => {
    const startedAt = performance.now()
    const { status } = await uploadSelfie(origin, reader, 1_000_000)
    return { status, ms: performance.now() - startedAt }
  }
  await whileFull('the disk of PostgreSQL', disks.database, 0)
  await whileFull('the disk of the documents', disks.files, 200 * MiB)

  await writers.stop()
  const { acknowledged, lost, doubled } = await writers.check()
  report.figure('writes acknowledged in all of this', acknowledged)
  report.expect('none is lost, none done twice', lost === 0 && doubled === 0)
  const files = runAdmin(env, 'verify-files')
  report.figure('verify-files', files.said)
  report.expect('each document has its file, whole', files.isOk)
  report.expect('our process still runs', server.part.isRunning())

  /** Fills a disk until `left` bytes are free, checks the answers, and frees the space again. */
  async function whileFull(what: string, disk: string, left: number): Promise<void> {
    const before = new Map(writers.statuses)
    fill(disk, left)
    // Gives writes in flight, and the check of the free space, time to finish.
    await delay(8_000)
    const middle = new Map(writers.statuses)
    await delay(5_000)
    const refused = await upload()
    const ready = await call(origin, 'GET', '/api/health/ready')
    report.figure(
      `${what} is full`,
      `saves from the first moment ${since(before, writers)}; when it is known ${since(middle, writers)}; an upload ${refused.status} after ${Math.round(refused.ms)} ms; a page ${await read()}; ready ${ready.status}`,
    )
    report.expect(
      'each refusal is 503',
      [...writers.statuses.keys()].every((status) => [200, 409, 503].includes(status)),
    )
    report.expect('an upload is 503 within 2 s', refused.status === 503 && refused.ms <= 2_000)
    report.expect('reading still works', (await read()) === 200)
    report.expect('readiness says so', ready.status === 503)
    rmSync(join(disk, 'ballast'))
    // PostgreSQL stops if it can't write its log, and its supervisor starts it again.
    if (!postgres.part.isRunning()) {
      report.figure('PostgreSQL', 'has ended, and is started again')
      await postgres.restart()
    }
    const at = performance.now()
    while (!writers.acknowledgedAt.some((moment) => moment > at) || (await upload()).status !== 200) {
      if (performance.now() - at > 60_000) break
      await delay(200)
    }
    const seconds = (performance.now() - at) / 1000
    report.figure('with room again', `saves and uploads after ${seconds.toFixed(1)} s`)
    report.expect('within 30 s, without a restart', seconds <= 30)
    await delay(2_000)
  }
})

function since(before: Map<number, number>, { statuses }: Writers): string {
  return counted(new Map([...statuses].map(([status, n]) => [status, n - (before.get(status) ?? 0)])))
}

function fill(disk: string, left: number): void {
  const chunk = Buffer.alloc(MiB)
  const { bavail, bsize } = statfsSync(disk)
  const wanted = bavail * bsize - left
  try {
    for (let bytes = 0; bytes < wanted; bytes += MiB)
      writeFileSync(join(disk, 'ballast'), chunk, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Mounts a small disk in memory. Throws if this account may not mount one. */
function mount(machine: Machine, name: string, megabytes: number): string {
  const folder = machine.mkdir(name)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    throw new NotInstalled('A disk of its own can be mounted by root alone')
  }
  machine.onClose(async () => void execFileSync('umount', ['-l', folder]))
  return folder
}
