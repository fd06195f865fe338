import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { CONSUMER_SLOTS } from '#contract/documents.ts'
import { isStorageKey } from '#server/platform/files/file-store.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { newDeployment, ON_POSTGRES } from '#server/reliability/testing/deployment.ts'
import { seedPeople } from '#server/reliability/testing/people.ts'
import { runScript, startServer } from '#server/reliability/testing/process.ts'

const folder = await mkdtemp(join(tmpdir(), 'verdaccord-drill-'))
const dump = join(folder, 'verdaccord.dump')
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Whether the client's programs of PostgreSQL are here, and not older than the server. */
function canDump(): boolean {
  const url = inject('postgresUrl')?.replace('DATABASE', 'postgres')
  if (!url) return false
  try {
    execFileSync('pg_dump', ['--schema-only', `--dbname=${url}`, '--file=/dev/null'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.skipIf(!canDump())(
  'B18 a drill restores a backup beside the running product, checks it, and leaves nothing',
  async () => {
    const deployment = await newDeployment()
    const [person] = await deployment.inspect((database) => seedPeople(database, { count: 1 }))
    const server = await startServer(deployment.env)
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
    const drill = (file: string) => runScript('admin.ts', ['drill', file, store], deployment.env)

    const good = await drill(dump)
    expect(good.output).toContain(`The files: ${2 * CONSUMER_SLOTS.length} checked, 0 missing or damaged.`)
    expect(good.output).toMatch(/The ledger: \d+ events checked, 0 faults\./)
    expect(good.output).toMatch(/Rows: users 1, cases 1, documents \d/)
    const reach = /Data reach until (\S+Z)\./.exec(good.output)?.[1] ?? ''
    expect(Math.abs(Date.now() - Date.parse(reach))).toBeLessThan(600_000)
    expect([good.code, good.output.includes('This backup can be restored.')]).toEqual([0, true])

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
  240_000,
)

test.skipIf(ON_POSTGRES)('a drill needs PostgreSQL, and says so', async () => {
  const deployment = await newDeployment()
  const { code, output } = await runScript('admin.ts', ['drill', dump, folder], deployment.env)
  expect([code, output.trim()]).toEqual([1, expect.stringContaining('A drill needs PostgreSQL')])
})
