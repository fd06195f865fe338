import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepDocuments } from '#server/features/operations/housekeeping/sweep-files.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { makeJpeg, noise } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { multipart, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { eventsOf } from '#server/testing/snapshots.ts'
import { buildExport, countExports, sweepExports } from './data-exports.ts'
import { exportText } from './export-labels.ts'
import { HELD_DATA, heldData } from './held-data.ts'

let app: TestApp
let person: TestUser
let started: Date
/** What was read from the store and not yet written to it. */
const held = { bytes: 0, most: 0 }
/** Passes a file on, and counts its bytes. */
function counted(file: Readable, sign: 1 | -1): Readable {
  async function* pieces() {
    for await (const piece of file) {
      held.bytes += sign * piece.length
      held.most = Math.max(held.most, held.bytes)
      yield piece
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-exports-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  const files = localFileStore(folder)
  const store: FileStore = {
    ...files,
    get: async (key) => counted(await files.get(key), 1),
    put: (key, source, signal) => files.put(key, counted(source, -1), signal),
  }
  app = await testApp({ store, env: { RATE_LIMIT_FACTOR: '1' } })
  started = app.clock.now
})
beforeEach(async () => {
  app.clock.now = started
  person = await app.signIn()
})

const ask = (user: TestUser) => user.call('POST', '/api/data/request-export')
const list = async (user: TestUser) => (await user.call('GET', '/api/data/exports')).json().exports
const fetchFile = (user: TestUser, id: string) => user.call('GET', `/api/data/exports/${id}/file`)
const rowsOf = async (query: string, ...values: unknown[]) =>
  (await app.database.pool.query(query, values)).rows

async function made(user: TestUser): Promise<string> {
  const { id } = (await ask(user)).json().export
  await buildExport(app.services, id)
  return id
}

async function opened(user: TestUser): Promise<Record<string, Uint8Array>> {
  const answer = await fetchFile(user, await made(user))
  expect(answer.statusCode).toBe(200)
  return unzipSync(answer.rawPayload)
}

describe('R57 an export', () => {
  test('R57 contains every row of the person as the database has it, and no one else’s', async () => {
    await submitted(await app.signIn())
    await submitted(person)
    await person.call('POST', '/api/bug-report', {
      description: 'A button does nothing <b>here</b>',
      timestamp: started.toISOString(),
      url: 'http://localhost:3000/verification',
      userAgent: 'A browser',
    })
    const files = await opened(person)
    const { sections } = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
    expect(Object.keys(sections)).toEqual(HELD_DATA.map(({ name }) => name))
    const held = await app.database.transaction((tx) => heldData(tx, person.id))
    for (const { name, query } of HELD_DATA) {
      const rows = JSON.parse(JSON.stringify(held[name]))
      expect(rows).toHaveLength((await rowsOf(query, person.id)).length)
      // Building the export changed its own row, and was recorded and mailed to the person.
      if (['exports', 'emails', 'notices', 'history'].includes(name)) continue
      expect([name, sections[name].rows]).toEqual([name, rows])
    }
    expect(sections.problem_reports.rows).toHaveLength(1)
    expect(sections.statements.rows.length).toBeGreaterThan(0)
    expect(sections.history.rows.length).toBeGreaterThan(3)
  })

  test('R57 contains the files as they were sent, earlier versions included', async () => {
    const first = await makeJpeg({ artist: 'first' })
    const second = await makeJpeg({ artist: 'second' })
    await uploadPicture(person, 'selfie', first)
    await uploadPicture(person, 'selfie', second)
    // As a phone names it.
    const { body, headers } = multipart(
      { documentType: 'proof-of-address', fileName: 'IMG_0001.JPG' },
      { name: 'IMG_0001.JPG', type: 'image/jpeg', bytes: await makeJpeg({ artist: 'third' }) },
    )
    await person.call('POST', '/api/uploads/kyc-document-direct', body, headers)
    const files = await opened(person)
    const names = Object.keys(files).filter((name) => name.startsWith('documents/'))
    expect(names).toEqual([
      'documents/01-selfie-former.jpg',
      'documents/02-selfie.jpg',
      'documents/03-proof-of-address.jpg',
    ])
    expect(Buffer.from(files[names[0] ?? ''] ?? [])).toEqual(first)
    expect(Buffer.from(files[names[1] ?? ''] ?? [])).toEqual(second)
  })

  test('R31 R57 has a page to read that runs nothing of what people wrote', async () => {
    await person.call('PUT', '/api/user/update-profile', { name: '<script>alert(1)</script>' })
    const page = strFromU8((await opened(person))['index.html'] ?? new Uint8Array())
    expect(page).toContain('&#60;script&#62;alert(1)')
    expect(page).not.toContain('<script')
    for (const { title, purpose } of HELD_DATA) {
      expect(page).toContain(`<h2>${title}</h2>`)
      expect(page).toContain(purpose)
    }
  })

  test('R57 has dates with their time zone and the labels of the forms on its page', async () => {
    await submitted(person)
    const page = strFromU8((await opened(person))['index.html'] ?? new Uint8Array())
    const [, visible = ''] = page.split('<body>')
    expect(visible).not.toMatch(/\d{4}-\d{2}-\d{2}(T|<)/)
    // No column names, no JSON.
    expect(visible).not.toMatch(/>[a-z]+_[a-z_]+</)
    expect(visible).not.toMatch(/\{&#34;|&#34;:/)
    const cells = (label: string) =>
      [...visible.matchAll(new RegExp(`<th scope="row">${label}</th><td><pre>([^<]*)</pre>`, 'g'))].map(
        ([, text]) => text,
      )
    // No names of columns, as words or as yes and no to a negation.
    expect(visible).not.toMatch(/<th scope="row">(Is|No|Doc|Has|Auth0)\b(?! no)/)
    expect(exportText('sign_ins', 'method', 'OpenID Connect', 'us')).toBe('Your sign-in provider')
    expect(exportText('history', 'reasons', 'IMAGE_GLARE', 'us')).toMatch(/^[A-Z][a-z ]+/)
    expect(cells('Document type')).toContain('Passport')
    expect(cells('First name')).toContain('Ada')
    expect(cells('Date of birth')).toContain('Mar 9, 1988')
    expect(cells('Document')).toContain('Selfie')
    expect(cells('User type')).toContain('Buy and retire credits')
    expect(cells('What happened')).toContain('Submitted for verification')
    for (const made of cells('Created')) expect(made).toMatch(/^\w{3} \d+, 20\d\d, \d\d:\d\d (GMT|BST)$/)
    expect(cells('Created').length).toBeGreaterThan(0)
  })

  test('R57 names every table with people’s data, or says why it does not', async () => {
    // A visitor's address goes with their claim; tokens of links protect the account; to know of a legal hold
    // could defeat its purpose; a retention record only exists once there is no account; the search index
    // repeats what is exported; an upload in progress is exported once it is complete, and deleted within a day
    // if not.
    const LEFT_OUT = [
      ...[
        'applicants',
        'applicant_sessions',
        'document_uploads',
        'email_links',
        'hand_offs',
        'rate_limits',
        'legal_holds',
        'retention_records',
      ],
      'search_entries',
      'unstarted_people',
      // Steps that are in the exported history with their days.
      'begun_people',
    ]
    const tables = await rowsOf(
      `select distinct table_name from information_schema.columns
       where table_schema = 'public' and column_name = 'user_id' and table_name not in (select name from events_months())`,
    )
    const queries = HELD_DATA.map(({ query }) => query).join(' ')
    const missing = tables
      .map(({ table_name }) => table_name)
      .filter((name) => !LEFT_OUT.includes(name) && !queries.includes(name))
    expect(missing).toEqual([])
  })

  test('R48 is stored encrypted, and the sweep of files leaves it alone', async () => {
    const id = await made(person)
    app.clock.now = new Date(started.getTime() + 3_600_000)
    await sweepDocuments(app.services, app.clock.now)
    app.clock.now = started
    const answer = await fetchFile(person, id)
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('needs constant memory, whatever the size of the documents', async () => {
    const picture = await makeJpeg()
    // Bytes after the end of a picture are not part of it, and are sent back unchanged.
    for (const slot of ['id-front', 'id-back', 'selfie'] as const)
      await uploadPicture(person, slot, Buffer.concat([picture, noise(16_000_000)]))
    const { id } = (await ask(person)).json().export
    held.most = 0
    held.bytes = 0
    await buildExport(app.services, id)
    const [row] = await list(person)
    expect(row.bytes).toBeGreaterThan(48_000_000)
    // Bytes read and not yet written are counted, because the memory of a process includes uncollected garbage.
    expect(held.most).toBeGreaterThan(0)
    expect(held.most).toBeLessThan(8_000_000)
  })
})

describe('A17 requesting exports', () => {
  test('A15 A17 twenty requests at once make one export, and one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(person)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    const [id, ...others] = new Set(answers.map((answer) => answer.json().export.id))
    expect(others).toEqual([])
    await Promise.all([buildExport(app.services, id), buildExport(app.services, id)])
    expect(await rowsOf('select 1 from data_exports where user_id = $1', person.id)).toHaveLength(1)
    expect(
      await rowsOf("select 1 from mails where user_id = $1 and kind = 'data-export-ready'", person.id),
    ).toHaveLength(1)
    expect((await fetchFile(person, id)).statusCode).toBe(200)
  })

  test('A17 the fourth of a day is refused', async () => {
    for (let i = 0; i < 3; i++) await made(person)
    const answer = await ask(person)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('A17 no one else finds it, whatever the body says', async () => {
    const stranger = await app.signIn({ role: 'superAdmin' })
    const id = await made(person)
    expect((await fetchFile(stranger, id)).statusCode).toBe(404)
    const named = await stranger.call('POST', '/api/data/request-export', { userId: person.id })
    expect(named.statusCode).toBe(403)
    expect(await list(stranger)).toHaveLength(0)
    expect(await list(person)).toHaveLength(1)
  })

  test('R11 A17 fetching it needs a recent sign-in', async () => {
    const id = await made(person)
    app.clock.now = new Date(started.getTime() + 16 * 60_000)
    const answer = await fetchFile(person, id)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ error: 'REAUTH_REQUIRED' })
  })

  test('A17 it expires after seven days, and its file is deleted', async () => {
    const id = await made(person)
    app.clock.now = new Date(started.getTime() + 7 * 86_400_000 + 1000)
    await rowsOf(
      'update sessions set auth_time = $2, created_at = $2, last_seen_at = $2, expires_at = $3 where user_id = $1',
      person.id,
      app.clock.now,
      new Date(app.clock.now.getTime() + 3_600_000),
    )
    expect((await fetchFile(person, id)).statusCode).toBe(404)
    expect(await list(person)).toMatchObject([{ id, state: 'expired' }])
    expect(await countExports(app.services)).toBeGreaterThan(0)
    await sweepExports(app.services)
    expect(await countExports(app.services)).toBe(0)
    const [row] = await rowsOf('select storage_key from data_exports where id = $1', id)
    expect(row.storage_key).toBeNull()
  })

  test('R55 there is none before an address is confirmed', async () => {
    await rowsOf('update users set email_confirmed_at = null where id = $1', person.id)
    const answer = await ask(person)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      message: 'Confirm your email address first: we mail you the link to your export.',
    })
  })

  test('one whose job was lost is still built; one that fails for a day is abandoned', async () => {
    const { id } = (await ask(person)).json().export
    app.clock.now = new Date(started.getTime() + 11 * 60_000)
    const { again } = await sweepExports(app.services)
    expect(again).toBeGreaterThan(0)
    // It waits until it is built.
    expect(await countExports(app.services)).toBe(again)
    app.clock.now = new Date(started.getTime() + 25 * 3_600_000)
    await sweepExports(app.services)
    await buildExport(app.services, id)
    const [row] = await rowsOf('select state from data_exports where id = $1', id)
    expect(row.state).toBe('failed')
  })

  test('records who requested it and who fetched it', async () => {
    const id = await made(person)
    await fetchFile(person, id)
    const types = (
      await eventsOf(app.database, person.id, 'export.requested', 'export.ready', 'export.downloaded')
    ).map(({ type }) => type)
    expect(types).toEqual(['export.requested', 'export.ready', 'export.downloaded'])
  })

  test('a damaged document makes no export that looks complete', async () => {
    await uploadPicture(person, 'selfie')
    await rowsOf(
      'update documents set storage_key = $2 where user_id = $1',
      person.id,
      createHash('sha256').update(person.email).digest('hex').slice(0, 48),
    )
    const { id } = (await ask(person)).json().export
    await expect(buildExport(app.services, id)).rejects.toThrow()
    expect(await list(person)).toMatchObject([{ state: 'queued' }])
  })
})
