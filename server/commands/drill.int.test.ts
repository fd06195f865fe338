import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { CONSUMER_SLOTS } from '#contract/documents/documents.ts'
import { isStorageKey } from '#server/platform/files/file-store.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { newDeployment, ON_POSTGRES } from '#server/reliability/testing/deployment.ts'
import { seedPeople } from '#server/reliability/testing/people.ts'
import { runScript, startServer } from '#server/reliability/testing/process.ts'
import { testBucket } from '#server/testing/bucket.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { freePort } from '#server/testing/free-port.ts'

const folder = await mkdtemp(join(tmpdir(), 'verdaccord-drill-'))
const dump = join(folder, 'verdaccord.dump')
atEndOfFile(() => rm(folder, { recursive: true, force: true }))

const bucket = await testBucket()

/** Whether PostgreSQL's client programs are installed, and not older than this server. */
function canDump(url: string | undefined): boolean {
  if (!url) return false
  try {
    execFileSync('pg_dump', ['--schema-only', `--dbname=${url}`, '--file=/dev/null'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Where Debian and its derivatives have the server of the client's own version; undefined if it is not installed. */
function serverBeside(): string | undefined {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' })
  const folder = `/usr/lib/postgresql/${/(\d+)/.exec(stdout ?? '')?.[1]}/bin`
  return existsSync(join(folder, 'initdb')) ? folder : undefined
}

/** Starts that server for this file: the suite's server may be newer than pg_dump, which then refuses it. */
async function startBeside(programs: string): Promise<string> {
  const home = join(folder, 'postgres')
  await mkdir(home)
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  if (asUser.length > 0) execFileSync('chown', ['postgres', home])
  const run = (program: string, ...args: string[]) => {
    const [command = '', ...rest] = [...asUser, join(programs, program), ...args]
    execFileSync(command, rest, { cwd: home, stdio: 'ignore' })
  }
  const data = join(home, 'data')
  const port = await freePort()
  run('initdb', '--auth=trust', '--username=postgres', '--no-sync', '--encoding=UTF8', '--locale=C', data)
  const options = `-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c port=${port} -c fsync=off`
  run('pg_ctl', '--pgdata', data, '--wait', '--log', join(home, 'log'), '--options', options, 'start')
  atEndOfFile(() => run('pg_ctl', '--pgdata', data, '--mode=immediate', 'stop'))
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

const suites = inject('postgresUrl')?.replace('DATABASE', 'postgres')
const beside = suites && !canDump(suites) ? serverBeside() : undefined

test.skipIf(!beside && !canDump(suites))(
  'B18 a drill restores a backup while the product runs, checks it, and leaves nothing behind',
  async () => {
    const deployment = await newDeployment(beside ? { databaseUrl: await startBeside(beside) } : {})
    const [person] = await deployment.inspect((database) => seedPeople(database, { count: 1 }))
    const server = await startServer(deployment.env)
    const before = Date.now()
    for (const slot of CONSUMER_SLOTS) {
      const body = new FormData()
      body.append('documentType', slot)
      const picture = await makeJpeg({ artist: slot })
      body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${slot}.jpg`)
      const options = { cookie: person?.cookie ?? '', body }
      expect((await server.call('POST', '/api/uploads/kyc-document-direct', options)).status).toBe(200)
    }
    expect((await server.stop()).code).toBe(0)
    execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, `--dbname=${deployment.env.DATABASE_URL}`])
    const store = join(deployment.dataDir, 'documents')
    const drill = (file: string, at = store) => runScript('admin', ['drill', file, at], deployment.env)

    const good = await drill(dump)
    expect(good.output).toContain(`The files: ${2 * CONSUMER_SLOTS.length} checked, 0 missing or damaged.`)
    expect(good.output).toMatch(/The ledger: \d+ events checked, 0 faults\./)
    expect(good.output).toMatch(/Rows: users 1, cases 1, documents \d/)
    const reach = Date.parse(/Data reach until (\S+Z)\./.exec(good.output)?.[1] ?? '')
    expect([reach >= before, reach <= Date.now()]).toEqual([true, true])
    expect([good.code, good.output.includes('This backup can be restored.')]).toEqual([0, true])

    const address = bucket.newAddress()
    const inBucket = bucket.store(address)
    const local = localFileStore(store)
    for await (const { key } of local.list()) await inBucket.put(key, await local.get(key))
    const fromBucket = await drill(dump, address)
    expect(fromBucket.output).toContain(
      `The files: ${2 * CONSUMER_SLOTS.length} checked, 0 missing or damaged.`,
    )
    expect(fromBucket.code).toBe(0)
    const away = `s3://KEY:SECRET@documents?region=eu-west-2&endpoint=http://127.0.0.1:${await freePort()}`
    const unknown = await drill(dump, away)
    expect([unknown.code, unknown.output]).toEqual([
      1,
      expect.stringContaining('The file store can’t be used: nothing listens'),
    ])
    expect(unknown.output).not.toContain('damaged')
    for await (const { key } of inBucket.list()) {
      await inBucket.delete(key)
      break
    }
    expect(await drill(dump, address)).toMatchObject({
      code: 1,
      output: expect.stringContaining('1 missing or damaged'),
    })

    const files = await readdir(store, { recursive: true, withFileTypes: true })
    const first = files.find((entry) => entry.isFile() && isStorageKey(entry.name))
    await rm(join(first?.parentPath ?? '', first?.name ?? ''))
    const bad = await drill(dump)
    expect([
      bad.code,
      bad.output.includes('1 missing or damaged'),
      bad.output.includes('has faults'),
    ]).toEqual([1, true, true])

    await writeFile(dump, 'not a dump')
    const none = await drill(dump)
    expect([none.code, none.output.includes('The dump could not be restored')]).toEqual([1, true])
    const left = await deployment.inspect(({ pool }) =>
      pool.query("select datname from pg_database where datname like 'verdaccord_drill_%'"),
    )
    expect(left.rows).toEqual([])
  },
)

test.skipIf(ON_POSTGRES)('a drill without PostgreSQL says that it needs it', async () => {
  const deployment = await newDeployment()
  await deployment.inspect(async () => {})
  const { code, output } = await runScript('admin', ['drill', dump, folder], deployment.env)
  expect([code, output.trim()]).toEqual([1, expect.stringContaining('A drill needs PostgreSQL')])
})
