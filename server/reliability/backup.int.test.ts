import { createHash, randomBytes } from 'node:crypto'
import { cp, readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONSUMER_SLOTS } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { isStorageKey } from '#server/platform/files/file-store.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { copyDatabase } from '#server/testing/postgres.ts'
import { type Deployment, newDeployment, ON_POSTGRES } from './testing/deployment.ts'
import { type Person, seedPeople } from './testing/people.ts'
import { type RunningServer, runScript, startServer } from './testing/process.ts'

/** As many as security B18 names; on PGlite the matching of files is tested, not the size. */
const PROFILES = ON_POSTGRES ? 10_000 : 1_000
const AT_ONCE = 100

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Adds everyone else, so that the backup has its size; as many at once as a statement's timeout allows. */
function addProfiles(deployment: Deployment): Promise<void> {
  return deployment.inspect(async ({ pool }) => {
    for (let first = 1; first <= PROFILES; first += AT_ONCE)
      await pool.query(
        `with people as (
         insert into users (issuer, auth0_id, name)
         select 'http://127.0.0.1:9/', 'many|' || n, 'Person ' || n from generate_series($1::int, $2::int) n returning id
       ), drafts as (
         insert into cases (user_id, kind, state, version, round, round_limit, items, created_at, updated_at)
         select id, 'consumer', 'draft', 1, 0, 5, '[]', now(), now() from people returning id, user_id
       )
       insert into kyc_profiles (case_id, user_id, first_name, last_name, dob, email, phone, address, doc_type, created_at, updated_at)
       select id, user_id, 'Ada', 'Lovelace', '1988-03-09', 'ada@people.example', '+442079460142', '14 Larkfield Road', 'passport', now(), now()
       from drafts`,
        [first, first + AT_ONCE - 1],
      )
  })
}

/** Copies the database first and then the files, as in the operator's guide. */
async function backUp(from: Deployment): Promise<Deployment> {
  const databaseUrl = from.env.DATABASE_URL && (await copyDatabase(from.env.DATABASE_URL))
  const { DATA_DIR: _, DATABASE_URL: __, ...env } = from.env
  const copy = await newDeployment({ ...(databaseUrl && { databaseUrl }), env })
  await cp(from.dataDir, copy.dataDir, { recursive: true })
  return copy
}

async function upload(server: RunningServer, { cookie }: Person): Promise<void> {
  for (const slot of CONSUMER_SLOTS) {
    const picture = Buffer.concat([await makeJpeg({ width: 300, height: 200 }), randomBytes(16)])
    const body = new FormData()
    body.append('documentType', slot)
    body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${slot}.jpg`)
    const answer = await server.call('POST', '/api/uploads/kyc-document-direct', { cookie, body })
    expect(answer.status).toBe(200)
  }
}

async function documentsOf(server: RunningServer, { cookie }: Person): Promise<StoredDocument[]> {
  const answer = await server.call('GET', '/api/documents', { cookie })
  return ((await answer.json()) as { documents: StoredDocument[] }).documents
}

const admin = async ({ env }: Deployment, ...command: string[]) => {
  const { code, output } = await runScript('admin', command, env)
  return { code, output: output.trim() }
}

test('B18 a restored backup serves as before, with the file of every document, and a damaged one is reported', async () => {
  const original = await newDeployment()
  const [person, reviewer] = await original.inspect(async (database) => [
    ...(await seedPeople(database, { count: 1 })),
    ...(await seedPeople(database, { count: 1, role: 'admin' })),
  ])
  if (!person || !reviewer) throw new Error('Two people were seeded')
  await addProfiles(original)
  const before = await startServer(original.env)
  await upload(before, person)
  const documents = await documentsOf(before, person)
  expect((await before.stop()).code).toBe(0)

  const restored = await backUp(original)
  // The loss that a backup is for.
  await rm(join(original.dataDir, 'documents'), { recursive: true })

  const files = 2 * CONSUMER_SLOTS.length
  const checked = await admin(restored, 'verify-files')
  expect(checked).toEqual({
    code: 0,
    output: expect.stringContaining(`All files are whole: ${files} checked.`),
  })
  expect(checked.output).toContain('restored or copied')
  expect((await admin(restored, 'verify-audit')).code).toBe(0)
  const closed = await startServer(restored.env)
  expect(await documentsOf(closed, person)).toEqual(documents)
  const refused = await closed.call('POST', '/api/auth/switch-account-type', {
    cookie: person.cookie,
    body: {},
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  expect((await closed.stop()).code).toBe(0)
  expect((await admin(restored, 'maintenance', 'off')).output).toBe('Maintenance is off now.')
  const server = await startServer(restored.env)
  await expect.poll(async () => (await server.call('GET', '/api/health/ready')).status).toBe(200)
  expect(await documentsOf(server, person)).toEqual(documents)
  for (const { documentUrl, sha256: expected } of documents) {
    const answer = await server.call('GET', `${documentUrl}?download`, { cookie: person.cookie })
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(expected)
  }
  const found = await server.call('GET', `/api/admin/users?name=Person%20${PROFILES - 1}`, {
    cookie: reviewer.cookie,
  })
  expect(await found.json()).toMatchObject({ count: 1 })
  await upload(server, person)
  expect((await server.stop()).code).toBe(0)

  await damageTwo(join(restored.dataDir, 'documents'))
  const { code, output } = await admin(restored, 'verify-files')
  expect([code, output.split('\n')]).toEqual([
    1,
    [
      expect.stringMatching(/document [0-9a-f-]{36}: /),
      expect.stringMatching(/document [0-9a-f-]{36}: /),
      `2 of ${2 * files} files are missing or damaged.`,
    ],
  ])
})

/** Deletes one file and truncates another. */
async function damageTwo(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const [first, second] = entries
    .filter((entry) => entry.isFile() && isStorageKey(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  if (!first || !second) throw new Error('There were files')
  await rm(first)
  await truncate(second, 100)
}
