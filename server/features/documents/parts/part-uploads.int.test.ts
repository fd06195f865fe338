import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  MAX_OPEN_UPLOADS,
  PART_TYPE,
  UPLOAD_HOURS,
  UPLOAD_PART_BYTES,
} from '#contract/documents/part-uploads.ts'
import { MAX_FILE_BYTES } from '#contract/file-types.ts'
import { sweepDocuments } from '#server/features/operations/housekeeping/sweep-files.ts'
import { sweepLapsed } from '#server/features/operations/housekeeping/sweep-lapsed.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { FreeSpaceGuard, MIN_FREE_BYTES } from '#server/platform/files/free-space.ts'
import { localFileStore } from '#server/platform/files/local-file-store.ts'
import { makeJpeg, makePdf, padded } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { cuttingLine } from '#server/testing/cutting-line.ts'
import { eventsOf, filesIn } from '#server/testing/snapshots.ts'
import { soon } from '#server/testing/soon.ts'
import { partOf, startOf, type TestFile } from '#server/testing/uploads.ts'

let app: TestApp
let picture: Buffer
beforeAll(async () => {
  app = await testApp()
  picture = await makeJpeg()
})

/** A picture of two whole parts and a short one. */
const newFile = (bytes = 2 * UPLOAD_PART_BYTES + 1000): TestFile => ({
  bytes: padded(picture, bytes),
  name: 'front.jpg',
})

/** Starts someone's upload, and returns the calls that continue it. */
async function started(person: TestUser, file = newFile()) {
  const start = startOf(file)
  const answer = await person.call('POST', '/api/uploads', start)
  expect(answer.statusCode, answer.body).toBe(200)
  const address = `/api/uploads/${start.id}`
  const send = (at: number, by = person, more: Record<string, string> = {}) => {
    const { body, headers } = partOf(file.bytes, at)
    return by.call('PATCH', address, body, { ...headers, ...more })
  }
  return { start, address, file, send, read: (by = person) => by.call('GET', address) }
}

const documentsOf = async (person: TestUser) => (await person.call('GET', '/api/documents')).json().documents
const partsOf = async (id: string, of = app) =>
  (await of.database.pool.query('select start from upload_parts where upload_id = $1 order by start', [id]))
    .rows

describe('an upload in parts', () => {
  test('R47 R48 shows its progress, is one document when its last part has arrived, and leaves no part', async () => {
    const person = await app.signIn()
    const before = Object.keys(await filesIn(app.documentsDir))
    const upload = await started(person)
    const first = await upload.send(0)
    expect(first.json()).toMatchObject({ upload: { received: UPLOAD_PART_BYTES }, stored: null })
    const head = await person.call('HEAD', upload.address)
    expect(head.body).toBe('')
    expect(head.headers).toMatchObject({
      'upload-offset': String(UPLOAD_PART_BYTES),
      'upload-length': String(upload.file.bytes.length),
      'upload-complete': '?0',
      'upload-limit': `min-append-size=${UPLOAD_PART_BYTES}, max-append-size=${UPLOAD_PART_BYTES}, max-age=86400`,
      'cache-control': 'no-store',
    })
    expect((await upload.send(UPLOAD_PART_BYTES)).headers['upload-offset']).toBe(
      String(2 * UPLOAD_PART_BYTES),
    )
    const last = await upload.send(2 * UPLOAD_PART_BYTES)
    expect(last.headers['upload-complete']).toBe('?1')
    const { document } = last.json().stored
    expect(document).toMatchObject({
      sha256: createHash('sha256').update(upload.file.bytes).digest('hex'),
      bytes: upload.file.bytes.length,
      documentType: 'id-front',
      fileName: 'front.jpg',
    })
    expect(await documentsOf(person)).toEqual([document])
    expect(await partsOf(upload.start.id)).toEqual([])
    // The original and its rendition.
    expect(Object.keys(await filesIn(app.documentsDir))).toHaveLength(before.length + 2)
  })

  test('R50 is the same document if started again, or sent again after its last answer was lost', async () => {
    const person = await app.signIn()
    const upload = await started(person)
    await upload.send(0)
    const again = await person.call('POST', '/api/uploads', upload.start)
    expect(again.json().upload.received).toBe(UPLOAD_PART_BYTES)
    await upload.send(UPLOAD_PART_BYTES)
    const { stored } = (await upload.send(2 * UPLOAD_PART_BYTES)).json()
    const repeated = await upload.send(2 * UPLOAD_PART_BYTES)
    expect([repeated.statusCode, repeated.json().error]).toEqual([409, 'STALE_VERSION'])
    expect(repeated.headers['upload-complete']).toBe('?1')
    expect((await upload.read()).json().stored).toEqual(stored)
    expect((await person.call('POST', '/api/uploads', upload.start)).json().stored).toEqual(stored)
    expect(await documentsOf(person)).toHaveLength(1)
    expect(await eventsOf(app.database, person.id, 'document.stored', 'document.replaced')).toHaveLength(1)
  })

  test('R50 sent by two tabs at once stores each part once, and is one document', async () => {
    const person = await app.signIn()
    const upload = await started(person)
    for (const at of [0, UPLOAD_PART_BYTES, 2 * UPLOAD_PART_BYTES]) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => upload.send(at)))
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => ![200, 409, 503].includes(status))).toEqual([])
    }
    const [document] = await documentsOf(person)
    expect((await upload.read()).json().stored.document).toEqual(document)
    expect(await eventsOf(app.database, person.id, 'document.stored', 'document.replaced')).toHaveLength(1)
  })

  test('continues on another process, which has its parts', async () => {
    const store = localFileStore(app.documentsDir)
    const other = await testApp({ database: app.database, store })
    const { cookie, ...person } = await app.signIn()
    const there: TestUser = {
      ...person,
      cookie,
      call: (method, url, body, headers) => other.call(method, url, body, { cookie, ...headers }),
    }
    const upload = await started({ ...person, cookie })
    await upload.send(0)
    await upload.send(UPLOAD_PART_BYTES, there)
    // A process was checking it when it died.
    await app.database.pool.query('update document_uploads set completing_until = $2 where id = $1', [
      upload.start.id,
      new Date(app.clock.now.getTime() + 60_000),
    ])
    const busy = await upload.send(2 * UPLOAD_PART_BYTES, there)
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '2'])
    other.clock.now = new Date(app.clock.now.getTime() + 61_000)
    const done = await upload.send(upload.file.bytes.length, there)
    expect(done.json().stored.document.bytes).toBe(upload.file.bytes.length)
  })
})

describe('A09 calls that do not fit an upload are refused and change nothing', () => {
  test('R14 another’s upload is not found: it can’t be read, added to, started or cancelled', async () => {
    const [person, other, visitor] = [await app.signIn(), await app.signIn(), await app.visit()]
    const upload = await started(person)
    await upload.send(0)
    for (const by of [other, visitor]) {
      expect((await upload.read(by)).statusCode).toBe(404)
      expect((await upload.send(UPLOAD_PART_BYTES, by)).statusCode).toBe(404)
      expect((await by.call('POST', '/api/uploads', upload.start)).statusCode).toBe(404)
      expect((await by.call('DELETE', upload.address)).statusCode).toBe(200)
    }
    expect((await upload.read()).json().upload.received).toBe(UPLOAD_PART_BYTES)
  })

  test.each([
    ['size', { bytes: 5 }],
    ['slot', { documentType: 'selfie' }],
  ])('its id does not start one of another %s', async (_what, other) => {
    const person = await app.signIn()
    const upload = await started(person)
    const answer = await person.call('POST', '/api/uploads', { ...upload.start, ...other })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'This upload is of another file.'])
  })

  test('R14 an id that someone else takes at the same moment is not found', async () => {
    const [person, other] = [await app.signIn(), await app.signIn()]
    const [theirs, wanted] = [startOf(newFile()), startOf(newFile())]
    await person.call('POST', '/api/uploads', theirs)
    const held = await app.database.pool.connect()
    try {
      await held.query('begin')
      await held.query('update document_uploads set id = $1 where id = $2', [wanted.id, theirs.id])
      const answer = other.call('POST', '/api/uploads', wanted)
      await vi.waitFor(async () => {
        const { rows } = await held.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        expect(rows).not.toEqual([])
      }, soon)
      await held.query('commit')
      expect((await answer).statusCode).toBe(404)
    } finally {
      held.release()
    }
  })

  test.each([
    ['a part further on', { 'upload-offset': String(2 * UPLOAD_PART_BYTES) }, 409],
    ['a part that is here already', { 'upload-offset': '0' }, 409],
    ['a place that is none', { 'upload-offset': '-1' }, 400],
    ['no place', { 'upload-offset': '' }, 400],
    ['a place in other than digits', { 'upload-offset': `0x${UPLOAD_PART_BYTES.toString(16)}` }, 400],
    ['one that says it is the last', { 'upload-complete': '?1' }, 400],
    ['other content than its digest', { 'content-digest': `sha-256=:${'A'.repeat(43)}=:` }, 400],
    ['a digest that is none', { 'content-digest': 'sha-256=:AAAA:' }, 400],
    ['another type', { 'content-type': 'application/octet-stream' }, 415],
    ['JSON', { 'content-type': 'application/json' }, 415],
  ])('%s', async (_what, headers, status) => {
    const person = await app.signIn()
    const upload = await started(person)
    await upload.send(0)
    const before = await filesIn(app.documentsDir)
    const answer = await upload.send(UPLOAD_PART_BYTES, person, headers)
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.any(String)])
    if (status === 409) expect(answer.headers['upload-offset']).toBe(String(UPLOAD_PART_BYTES))
    expect(await partsOf(upload.start.id)).toEqual([{ start: 0 }])
    expect(await filesIn(app.documentsDir)).toEqual(before)
  })

  test.each([
    ['beyond the declared size', UPLOAD_PART_BYTES, 600],
    ['smaller than others', UPLOAD_PART_BYTES, 2 * UPLOAD_PART_BYTES],
    ['empty', 0, 2 * UPLOAD_PART_BYTES],
    ['larger than one', UPLOAD_PART_BYTES + 1, 2 * UPLOAD_PART_BYTES],
  ])('a part %s', async (what, length, declared) => {
    const person = await app.signIn()
    const upload = await started(person, newFile(declared + 1))
    const body = Buffer.alloc(what === 'smaller than others' ? 100 : length)
    const answer = await person.call('PATCH', upload.address, body, {
      'content-type': PART_TYPE,
      'upload-offset': '0',
      'upload-complete': '?0',
    })
    expect(answer.statusCode).toBe(400)
    expect(await partsOf(upload.start.id)).toEqual([])
  })

  test.each([
    ['of more than 24 MB', { bytes: MAX_FILE_BYTES + 1 }, 413],
    ['above the page’s own limit', { maxBytes: 100 }, 413],
    ['of nothing', { bytes: 0 }, 400],
    ['whose type is no text', { mime: 'image/jpeg\0' }, 400],
    ['whose name has characters that no name has', { fileName: '../a\0\ud800.jpg' }, 200],
    ['for no place', { documentType: 'library' }, 400],
    ['whose document has expired', { expiresOn: '2020-01-01' }, 400],
    ['of a page that takes someone else for signed in', { userId: 999_999 }, 403],
  ])('a start %s', async (_what, more, status) => {
    const person = await app.signIn()
    const answer = await person.call('POST', '/api/uploads', { ...startOf(newFile()), ...more })
    expect(answer.statusCode).toBe(status)
  })

  test('A09 R41 a file that is refused at its end is deleted with its parts', async () => {
    const person = await app.signIn()
    const before = await filesIn(app.documentsDir)
    const file = { bytes: Buffer.alloc(UPLOAD_PART_BYTES + 50, '<script>'), name: 'front.jpg' }
    const upload = await started(person, file)
    await upload.send(0)
    const refused = await upload.send(UPLOAD_PART_BYTES)
    expect([refused.statusCode, refused.headers['upload-complete']]).toEqual([415, '?1'])
    expect((await upload.read()).statusCode).toBe(404)
    expect(await filesIn(app.documentsDir)).toEqual(before)
  })
})

describe('an unfinished upload', () => {
  test('R48 is deleted after a day, with the files of its parts', async () => {
    const own = await testApp()
    const person = await own.signIn()
    const upload = await started(person)
    await upload.send(0)
    const sweep = async () => {
      await sweepLapsed(own.services)
      await sweepDocuments({ database: own.database, files: own.services.files }, own.clock.now)
    }
    await sweep()
    expect(Object.keys(await filesIn(own.documentsDir))).toHaveLength(1)
    own.clock.now = new Date(own.clock.now.getTime() + UPLOAD_HOURS * 3_600_000 + 1)
    await sweepLapsed(own.services)
    expect(await partsOf(upload.start.id, own)).toEqual([])
    own.clock.now = new Date(own.clock.now.getTime() + 3_600_000)
    await sweep()
    expect(Object.keys(await filesIn(own.documentsDir))).toEqual([])
  })

  test('is deleted when it is cancelled, and when too many newer ones are open', async () => {
    const person = await app.signIn()
    const before = await filesIn(app.documentsDir)
    const cancelled = await started(person)
    await cancelled.send(0)
    for (const _ of [1, 2]) expect((await person.call('DELETE', cancelled.address)).statusCode).toBe(200)
    expect((await cancelled.send(UPLOAD_PART_BYTES)).statusCode).toBe(404)
    expect(await filesIn(app.documentsDir)).toEqual(before)
    const oldest = await started(person)
    app.clock.now = new Date(app.clock.now.getTime() + 1)
    const next = await started(person)
    for (let more = 0; more < MAX_OPEN_UPLOADS - 1; more++) await started(person)
    expect((await oldest.read()).statusCode).toBe(404)
    expect((await next.read()).statusCode).toBe(200)
  })

  test('R7 accepts nothing more once the session has ended, and continues after the next sign-in', async () => {
    const person = await app.signIn()
    const upload = await started(person)
    await upload.send(0)
    const { rows: sessions } = await app.database.pool.query(
      'delete from sessions where user_id = $1 returning *',
      [person.id],
    )
    expect((await upload.send(UPLOAD_PART_BYTES)).statusCode).toBe(401)
    await app.database.pool.query(
      'insert into sessions select * from json_populate_recordset(null::sessions, $1)',
      [JSON.stringify(sessions)],
    )
    await upload.send(UPLOAD_PART_BYTES)
    expect((await upload.send(2 * UPLOAD_PART_BYTES)).json().stored.document.bytes).toBe(
      upload.file.bytes.length,
    )
  })

  test('R12 accepts nothing more once the account is suspended', async () => {
    const person = await app.signIn()
    const upload = await started(person)
    await upload.send(0)
    const admin = await app.signIn({ role: 'superAdmin' })
    const reason = 'Under investigation'
    expect(
      (await admin.call('POST', `/api/admin/users/${person.id}/suspension`, { reason })).statusCode,
    ).toBe(200)
    expect((await upload.send(UPLOAD_PART_BYTES)).statusCode).toBe(401)
    expect(await partsOf(upload.start.id)).toEqual([{ start: 0 }])
  })

  test('B05 waits while there is no space, and keeps what has arrived', async () => {
    let room = MIN_FREE_BYTES
    const clock = { now: 0 }
    const measure = async () => ({ bavail: room, bsize: 1 })
    const full = await testApp({ space: new FreeSpaceGuard('/', { measure, now: () => clock.now }) })
    const upload = await started(await full.signIn())
    await upload.send(0)
    room = 0
    clock.now = 5000
    expect((await upload.send(UPLOAD_PART_BYTES)).json().error).toBe('STORAGE_FULL')
    room = MIN_FREE_BYTES
    clock.now = 10_000
    await upload.send(UPLOAD_PART_BYTES)
    expect((await upload.send(2 * UPLOAD_PART_BYTES)).json().stored.document.bytes).toBe(
      upload.file.bytes.length,
    )
  })

  test('B10 keeps its parts if the store fails at its completion, which is then retried', async () => {
    const real = localFileStore(app.documentsDir)
    let isDown = false
    // The second file stored by the last part's call is the document.
    const put: FileStore['put'] = async (key, source, signal) => {
      if (isDown) {
        source.destroy()
        throw new Error('The store is down')
      }
      const kept = await real.put(key, source, signal)
      isDown = kept.bytes < 2000
      return kept
    }
    const failing = await testApp({ store: { ...real, put } })
    const upload = await started(await failing.signIn())
    await upload.send(0)
    await upload.send(UPLOAD_PART_BYTES)
    expect((await upload.send(2 * UPLOAD_PART_BYTES)).statusCode).toBe(500)
    expect((await upload.read()).json()).toMatchObject({
      upload: { received: upload.file.bytes.length },
      stored: null,
    })
    isDown = false
    const done = await upload.send(upload.file.bytes.length)
    expect(done.json().stored.document.bytes).toBe(upload.file.bytes.length)
  })
})

test('R40 24 MB arrive over a line that drops every 2 MB', async () => {
  const line = await testApp()
  await line.server.listen({ port: 0, host: '127.0.0.1' })
  const address = line.server.server.address()
  const cutting = await cuttingLine(typeof address === 'object' ? (address?.port ?? 0) : 0, 2_000_000)
  const person = await line.signIn()
  const bytes = makePdf({ ballast: MAX_FILE_BYTES - 10_000 })
  const file = { bytes, name: 'letter.pdf', slot: 'proof-of-address' } as const
  const call = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const isPart = body instanceof Buffer
    const answer = await fetch(cutting.address + path, {
      method,
      headers: {
        cookie: person.cookie,
        'sec-fetch-site': 'same-origin',
        ...(!isPart && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isPart ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    return [answer.status, await answer.json()] as const
  }
  const start = startOf(file)
  let received = (await call('POST', '/api/uploads', start))[1].upload.received
  let stored: { document: { sha256: string; bytes: number } } | null = null
  let sent = 0
  while (!stored) {
    const { body, headers } = partOf(bytes, received)
    sent += body.length
    const [status, answer] = await call('PATCH', `/api/uploads/${start.id}`, body, headers)
      // The connection is lost, and the answer with it: ask what has arrived.
      .catch(() => call('GET', `/api/uploads/${start.id}`))
    expect(status).toBe(200)
    received = answer.upload.received
    stored = answer.stored
  }
  expect(stored.document).toMatchObject({
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect(cutting.cuts()).toBeGreaterThan(8)
  // Nothing was sent twice except the parts that a drop has cut.
  expect(sent).toBeLessThan(bytes.length + (cutting.cuts() + 1) * UPLOAD_PART_BYTES)
  expect(await documentsOf(person)).toHaveLength(1)
})
