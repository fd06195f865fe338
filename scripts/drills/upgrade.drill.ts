import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { drill } from './parts/drill.ts'
import { startExim } from './parts/exim.ts'
import { startMixedLoad } from './parts/load.ts'
import { type Machine, NotInstalled, program, until } from './parts/machine.ts'
import { startProcesses } from './parts/processes.ts'
import { OUR_SOURCES } from './parts/verdaccord.ts'

// Two releases on one database under mixed load: three processes of the former release are replaced one after
// the other, and one of them runs for a while on the schema that the new one has migrated to. FROM: the former
// release as git names it (the newest tag, or the commit before the last migration). MINUTES: for how long (2).

const MINUTES = Number(process.env.MINUTES ?? 2)

await drill(async (machine, report) => {
  const former = formerRelease()
  const sources = checkOut(machine, former)
  const exim = await startExim(machine)
  const all = await startProcesses(machine, {
    env: { SMTP_URL: exim.url, MAIL_FROM: 'drill@verdaccord.example' },
    sources,
    isPooled: process.env.POOLER !== '0',
  })
  const { database } = all
  const migrations = async () =>
    Number((await database.pool.query('select count(*) from drizzle.__drizzle_migrations')).rows[0]?.count)
  const atFirst = await migrations()
  report.figure('the former release', `${former}, ${atFirst} migrations`)

  const load = await startMixedLoad(all, report, MINUTES)
  await delay(MINUTES * 12_000)
  for (const place of [0, 1, 2]) {
    await all.servers[place]?.part.stop()
    const { readyMs } = await all.restart(place, OUR_SOURCES)
    const both = `${place + 1} of 3 are new`
    report.figure(
      both,
      `the last one served after ${(readyMs / 1000).toFixed(1)} s; ${await migrations()} migrations`,
    )
    await delay(MINUTES * 12_000)
  }
  report.expect('the new one has migrated', (await migrations()) > atFirst)
  // Rolling back: the former release must also read what the new one has written.
  await all.servers[2]?.part.stop()
  await all.restart(2, sources)
  report.figure('one is the former release again', 'at the new schema')
  await delay(MINUTES * 12_000)
  await load.stop()

  const queued = async () =>
    Number((await database.pool.query("select count(*) from mails where status <> 'sent'")).rows[0]?.count)
  await until('every mail is sent', async () => (await queued()) === 0).catch(() => false)
  const { rows: mails } = await database.pool.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from mails group by status',
  )
  const delivered = exim.delivered()
  report.figure('mails', mails.map(({ status, n }) => `${n} ${status}`).join(', '))
  report.figure(
    'delivered',
    `${delivered.length}, of them ${new Set(delivered.map(({ id }) => id)).size} different ones`,
  )
  report.expect(
    'each mail is sent once, whichever release had queued it',
    mails.length === 1 &&
      mails[0]?.n === delivered.length &&
      new Set(delivered.map(({ id }) => id)).size === delivered.length,
  )
})

function git(...args: string[]): Buffer {
  return execFileSync(program('git'), ['-C', OUR_SOURCES, ...args], { stdio: 'pipe', maxBuffer: 1e9 })
}

function formerRelease(): string {
  if (process.env.FROM) return process.env.FROM
  try {
    const tag = git('tag', '--sort=-creatordate', '--merged', 'HEAD~1').toString().split('\n')[0]
    if (tag) return tag
    const [last] = git('log', '-1', '--format=%h', '--', 'server/migrations').toString().split('\n')
    return git('rev-parse', '--short', `${last}~1`).toString().trim()
  } catch (error) {
    throw new NotInstalled(`The sources of a former release are read from git, which has none here: ${error}`)
  }
}

/** Puts the sources of a release into a folder of the drill, sharing our packages if the lock files are equal. */
function checkOut(machine: Machine, release: string): string {
  const folder = machine.mkdir('former')
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', release) })
  const lock = 'package-lock.json'
  if (readFileSync(join(folder, lock)).equals(readFileSync(join(OUR_SOURCES, lock))))
    symlinkSync(join(OUR_SOURCES, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' })
  return folder
}
