import { createHash, randomBytes, randomInt } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CONSUMER_SLOTS, type ConsumerSlot } from '#contract/documents/documents.ts'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { sweepDocuments, sweepRefusal } from '#server/features/operations/housekeeping/sweep-files.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { makeJpeg } from '#server/platform/files/test-files.ts'
import { type Deployment, newDeployment } from './testing/deployment.ts'
import { type Person, seedPeople } from './testing/people.ts'
import { type RunningServer, startServer } from './testing/process.ts'

/** More rounds, up to the 50 of security B02, if there is time. */
const ROUNDS = Number(process.env.RELIABILITY_ROUNDS ?? 3)
const PEOPLE = 3

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function upload(server: RunningServer, { cookie }: Person, slot: ConsumerSlot, picture: Buffer) {
  const body = new FormData()
  body.append('documentType', slot)
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${slot}.jpg`)
  return server.call('POST', '/api/uploads/kyc-document-direct', { cookie, body })
}

async function documentsOf(server: RunningServer, { cookie }: Person): Promise<StoredDocument[]> {
  const answer = await server.call('GET', '/api/documents', { cookie })
  return ((await answer.json()) as { documents: StoredDocument[] }).documents
}

/** Returns a function for pictures that differ: noise, with bytes after its end that a decoder ignores. */
async function pictures(): Promise<() => Buffer> {
  const picture = await makeJpeg({ width: 900, height: 700, isNoise: true })
  return () => Buffer.concat([picture, randomBytes(16)])
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  // Files that were set aside are deleted later; the files of releases belong to no one.
  return entries
    .filter((entry) => entry.isFile() && !/(deleted|assets)$/.test(entry.parentPath))
    .map(({ name }) => name)
}

/** Runs the sweep as a quarter of an hour later, by a process that has the data. Returns the files that rows name. */
function sweepLater(deployment: Deployment): Promise<string[]> {
  const files = { store: localFileStore(join(deployment.dataDir, 'documents')) }
  return deployment.inspect(async (database) => {
    const at = new Date(Date.now() + 15 * 60_000)
    await database.pool.query("update installation set migrated_at = now() - interval '1 hour'")
    expect(await sweepRefusal({ database, files }, at)).toBeUndefined()
    await sweepDocuments({ database, files }, at)
    const { rows: left } = await database.pool.query('select from file_journal')
    expect(left).toEqual([])
    const { rows } = await database.pool.query<{ key: string }>(
      'select storage_key as key from documents union all select rendition_key from documents where rendition_key is not null',
    )
    return rows.map(({ key }) => key)
  })
}

test('B02 a crash during uploads leaves no document without its whole file, and no file for long', async () => {
  const deployment = await newDeployment()
  const people = await deployment.inspect((database) => seedPeople(database, { count: PEOPLE }))
  const newPicture = await pictures()
  const sent = new Set<string>()
  const acknowledged = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer(deployment.env)
    const uploads = people.flatMap((person) =>
      CONSUMER_SLOTS.map(async (slot) => {
        const picture = newPicture()
        sent.add(sha256(picture))
        const answer = await upload(server, person, slot, picture).catch(() => undefined)
        if (!answer) return
        expect(answer.status, await answer.clone().text()).toBe(200)
        acknowledged.add(sha256(picture))
      }),
    )
    // The first may be stored, while others are being sent, parsed or written.
    await Promise.race(uploads.slice(randomInt(uploads.length)))
    await server.kill()
    await Promise.all(uploads)
  }

  const server = await startServer(deployment.env)
  for (const person of people) {
    for (const document of await documentsOf(server, person)) {
      const answer = await server.call('GET', `${document.documentUrl}?download`, { cookie: person.cookie })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect([bytes.length, sha256(bytes)]).toEqual([document.bytes, document.sha256])
      expect(sent).toContain(document.sha256)
      const shown = await server.call('GET', document.documentUrl, { cookie: person.cookie })
      expect([shown.status, (await shown.arrayBuffer()).byteLength > 0]).toEqual([200, true])
    }
    const again = await upload(server, person, 'selfie', newPicture())
    expect(again.status).toBe(200)
  }
  expect((await server.stop()).code).toBe(0)

  const kept = await deployment.inspect(
    async ({ pool }) => (await pool.query<{ sha256: string }>('select sha256 from documents')).rows,
  )
  expect(kept.map((row) => row.sha256)).toEqual(expect.arrayContaining([...acknowledged]))
  const known = await sweepLater(deployment)
  const stored = await filesIn(join(deployment.dataDir, 'documents'))
  expect(stored.toSorted()).toEqual([...known, 'installation.json'].toSorted())
})
