import { createCipheriv, randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countOfOlderKeys, rewrapKeys } from '#server/features/operations/housekeeping/rewrap-keys.ts'
import { documentBinding } from '#server/model/documents/document-proof.ts'
import { type DocumentRow, documents } from '#server/model/schema/documents.ts'
import { KeyRing } from '#server/platform/files/envelope.ts'
import { makePdf } from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { multipart, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { TEST_MASTER_KEY } from '#server/testing/keys.ts'
import { mailRows } from '#server/testing/mail-rows.ts'
import { acceptAll, lookAtAll, openCase } from '#server/testing/reviews.ts'
import { eventsOf } from '#server/testing/snapshots.ts'

let app: TestApp
let admin: TestUser
let superAdmin: TestUser
let ada: TestUser
let bob: TestUser
/** The documents before they are tampered with. */
let whole: DocumentRow[]

beforeAll(async () => {
  app = await testApp({ env: { METRICS_TOKEN: 'm'.repeat(32) } })
  admin = await app.signIn({ role: 'admin' })
  superAdmin = await app.signIn({ role: 'superAdmin' })
  ada = await app.signIn()
  await uploadPicture(ada, 'id-front')
  await submitted(ada)
  bob = await submitted(await app.signIn())
  whole = await app.database.db.select().from(documents)
})

/** The owner of the tables undoes their changes, and no alarm has been sent. */
beforeEach(async () => {
  // Unique columns are first set to temporary values.
  await sql('update documents set storage_key = id::text, rendition_key = null, superseded_at = now()')
  for (const { id, ...row } of whole)
    await sql(
      `update documents set user_id = $2, sha256 = $3, storage_key = $4, rendition_key = $5, wrapped_key = $6, key_id = $7,
         superseded_at = $8 where id = $1`,
      [
        id,
        row.userId,
        row.sha256,
        row.storageKey,
        row.renditionKey,
        row.wrappedKey,
        row.keyId,
        row.supersededAt,
      ],
    )
  await sql(`delete from mails where kind = 'document-refused'`)
  await sql(`delete from notices where task like 'document-refused%'`)
})

const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)
const documentOf = ({ id }: TestUser, isFormer = false) => {
  const row = whole.find(
    (document) =>
      document.userId === id && document.slot === 'id-front' && (document.supersededAt !== null) === isFormer,
  )
  if (!row) throw new Error('There is no such document')
  return row
}
const urlOf = ({ id }: DocumentRow) => `/api/documents/${id}`
const refusals = async ({ id }: DocumentRow) =>
  (
    await sql(
      `select after->>'fault' as fault from events where type = 'document.refused' and subject = $1`,
      [`document:${id}`],
    )
  ).rows.map(({ fault }) => fault)
const alarms = () =>
  mailRows(app.database, `select to_address, text from mails where kind = 'document-refused'`)

/** Swaps columns of two rows, one of which is unique, as only the owner of the tables can. */
async function swap(left: DocumentRow, right: DocumentRow, ...columns: string[]) {
  const rows = (await sql('select * from documents where id in ($1, $2)', [left.id, right.id])).rows
  const of = ({ id }: DocumentRow) => rows.find((row) => row.id === id)
  for (const column of columns)
    await sql(`update documents set ${column} = $2 where id = $1`, [left.id, `parked ${column}`])
  for (const column of columns) {
    await sql(`update documents set ${column} = $2 where id = $1`, [right.id, of(left)[column]])
    await sql(`update documents set ${column} = $2 where id = $1`, [left.id, of(right)[column]])
  }
}

const FILES = ['storage_key', 'rendition_key']
const KEYS = ['wrapped_key', 'key_id']
const TAMPERINGS: [string, string, () => Promise<unknown>][] = [
  ['the keys of two people are swapped', 'key', () => swap(documentOf(ada), documentOf(bob), ...KEYS)],
  ['the files of two people are swapped', 'key', () => swap(documentOf(ada), documentOf(bob), ...FILES)],
  [
    'files and keys of two people are swapped',
    'key',
    () => swap(documentOf(ada), documentOf(bob), ...FILES, ...KEYS),
  ],
  [
    'all that two people uploaded is swapped',
    'hash',
    () => swap(documentOf(ada), documentOf(bob), ...FILES, ...KEYS, 'sha256'),
  ],
  [
    'picture and original are swapped',
    'key',
    () =>
      sql('update documents set storage_key = rendition_key, rendition_key = storage_key where id = $1', [
        documentOf(ada).id,
      ]),
  ],
  [
    'a former version is put back in its row',
    'hash',
    () => swap(documentOf(ada), documentOf(ada, true), ...FILES, ...KEYS, 'sha256'),
  ],
  [
    'the hash is edited',
    'hash',
    () => sql(`update documents set sha256 = repeat('a', 64) where id = $1`, [documentOf(ada).id]),
  ],
  [
    'an upload is invented behind the true one',
    'hash',
    async () => {
      const { id, userId, slot } = documentOf(ada)
      const sha256 = 'b'.repeat(64)
      await sql('update documents set sha256 = $2 where id = $1', [id, sha256])
      await sql(
        `insert into events (at, type, actor_kind, actor_id, user_id, subject, after) values (now(), 'document.stored', 'user', $1, $1, $2, $3)`,
        [userId, `document:${id}`, JSON.stringify({ slot, sha256 })],
      )
    },
  ],
]

describe('R47 a document only opens as its person’s', () => {
  test.each(TAMPERINGS)(
    'A26 R47 when %s it is refused, reported, recorded and raises an alarm',
    async (_what, fault, tamper) => {
      const row = documentOf(ada)
      const former = (await refusals(row)).length
      const fetched = async () => (await eventsOf(app.database, admin.id, 'document.fetched')).length
      const before = await fetched()
      await tamper()
      for (const [reader, path] of [
        [ada, urlOf(row)],
        [ada, `${urlOf(row)}?size=thumbnail`],
        [admin, urlOf(row)],
        [admin, `${urlOf(row)}?download`],
      ] as const) {
        const answer = await reader.call('GET', path)
        expect([answer.statusCode, answer.json().message]).toEqual([
          409,
          'We can’t show this file: it isn’t the one that was uploaded here. We’ve told our team, and everything is kept as it is.',
        ])
      }
      expect((await refusals(row)).slice(former)).toEqual([fault, fault, fault, fault])
      expect(await fetched()).toBe(before)
      expect(await alarms()).toEqual([
        { to_address: superAdmin.email, text: expect.stringContaining(`document ${row.id}`) },
      ])

      const review = await openCase(admin, ada.id)
      const answer = await admin.call('PUT', `/api/admin/users/${ada.id}/kyc-status`, {
        kyc_status: 'approved',
        version: review.version,
        override: true,
        note: 'I know them',
      })
      expect([answer.statusCode, answer.body]).toEqual([
        409,
        expect.stringContaining('the stored file isn’t the one that was uploaded.'),
      ])
      expect((await refusals(row)).slice(former)).toHaveLength(5)
      expect(await alarms()).toHaveLength(1)
    },
  )

  test('A26 R47 a former version that is put in use again is refused', async () => {
    const [now, former] = [documentOf(ada), documentOf(ada, true)]
    expect((await ada.call('GET', urlOf(former))).statusCode).toBe(200)
    await sql('update documents set superseded_at = now() where id = $1', [now.id])
    await sql('update documents set superseded_at = null where id = $1', [former.id])
    expect((await admin.call('GET', urlOf(former))).statusCode).toBe(409)
    expect(await refusals(former)).toEqual(['replaced'])
  })

  test('R47 a document assigned to someone else is refused', async () => {
    const row = documentOf(ada, true)
    await sql('update documents set user_id = $2 where id = $1', [row.id, bob.id])
    expect((await bob.call('GET', urlOf(row))).statusCode).toBe(409)
    expect((await refusals(row)).at(-1)).toBe('no_upload')
  })

  test('A26 R47 a PDF with a page removed or added, which would change its reader’s page numbers, is refused', async () => {
    const person = await app.signIn()
    const bytes = makePdf({ pages: 3 })
    const slot = 'proof-of-address'
    const form = multipart(
      { documentType: slot, fileName: 'bill.pdf' },
      { name: 'blob', type: 'application/pdf', bytes },
    )
    const given = await person.call('POST', '/api/uploads/kyc-document-direct', form.body, form.headers)
    const { id, documentUrl } = given.json().document
    for (const pages of [1, null, 50]) {
      await sql('update documents set pages = $2 where id = $1', [id, pages])
      expect((await person.call('GET', documentUrl)).statusCode).toBe(409)
      expect((await refusals({ id } as DocumentRow)).at(-1)).toBe('pages')
    }
    await sql('delete from documents where id = $1', [id])
  })

  test('R47 each refusal is counted in the metrics', async () => {
    const figure = async () =>
      Number(
        /^verdaccord_documents_refused_total (\d+)$/m.exec(
          (await app.call('GET', '/metrics', undefined, { authorization: `Bearer ${'m'.repeat(32)}` })).body,
        )?.[1],
      )
    const before = await figure()
    await swap(documentOf(ada), documentOf(bob), ...KEYS)
    await ada.call('GET', urlOf(documentOf(ada)))
    expect(await figure()).toBe(before + 1)
  })

  test('R47 a copy of someone’s data does not open as another’s', async () => {
    const made = async (person: TestUser) => {
      const { id } = (await person.call('POST', '/api/data/request-export', {})).json().export
      return id as string
    }
    const ids = [await made(ada), await made(bob)]
    const { buildExport } = await import('#server/features/privacy/exports/data-exports.ts')
    for (const id of ids) await buildExport(app.services, id)
    await sql(
      `update data_exports t set wrapped_key = o.wrapped_key, storage_key = reverse(o.storage_key) from data_exports o where o.id <> t.id`,
    )
    await sql('update data_exports set storage_key = reverse(storage_key)')
    const answer = await ada.call('GET', `/api/data/exports/${ids[0]}/file`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'We can’t open this copy: it isn’t the one we made for you. Ask for a new one.',
    ])
    await ada.call('GET', `/api/data/exports/${ids[0]}/file`)
    const { rows } = await sql(
      `select user_id::int as user_id, subject from events where type = 'export.refused'`,
    )
    const refused = { user_id: ada.id, subject: `export:${ids[0]}` }
    expect(rows).toEqual([refused, refused])
    const told = await mailRows(
      app.database,
      `select to_address, text from mails where kind = 'export-refused'`,
    )
    expect(told).toEqual([{ to_address: expect.any(String), text: expect.stringContaining(ids[0] ?? '') }])
  })
})

describe('R47 documents of earlier releases', () => {
  /** Wraps their keys as earlier releases did: bound to nothing. */
  async function unbind(rows: readonly DocumentRow[]) {
    const ring = new KeyRing([TEST_MASTER_KEY], randomBytes)
    const { id, key } = TEST_MASTER_KEY
    for (const row of rows) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
      const dataKey = ring.unwrap(row, documentBinding(row))
      const sealed = Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
      await sql('update documents set wrapped_key = $2 where id = $1', [row.id, sealed.toString('base64')])
    }
  }
  const rewrap = () => rewrapKeys({ database: app.database, files: app.services.files })

  test('R47 are read until their keys are bound, and refused if their content is another', async () => {
    const row = documentOf(ada)
    await unbind(whole)
    expect((await ada.call('GET', urlOf(row))).statusCode).toBe(200)
    await swap(row, documentOf(bob), ...FILES, ...KEYS)
    expect((await admin.call('GET', urlOf(row))).statusCode).toBe(409)
    expect((await refusals(row)).at(-1)).toBe('content')
  })

  test('R47 get their keys bound once, except those that are not what was uploaded', async () => {
    await unbind(whole)
    await swap(documentOf(ada), documentOf(bob), ...FILES, ...KEYS)
    expect(await countOfOlderKeys({ database: app.database, files: app.services.files })).toBe(whole.length)
    const { rewrapped, faults, refused } = await rewrap()
    expect(rewrapped).toBe(whole.length - 2)
    expect(faults).toHaveLength(2)
    expect(new Set(refused.map(({ row }) => row.id))).toEqual(
      new Set([documentOf(ada).id, documentOf(bob).id]),
    )
    await swap(documentOf(ada), documentOf(bob), ...FILES, ...KEYS)
    expect((await rewrap()).rewrapped).toBe(2)
    expect(await rewrap()).toEqual({ rewrapped: 0, faults: [], refused: [] })
    whole = await app.database.db.select().from(documents)
    await swap(documentOf(ada), documentOf(bob), ...KEYS)
    expect((await ada.call('GET', urlOf(documentOf(ada)))).statusCode).toBe(409)
  })

  test('R47 are viewed and approved as usual if they are intact', async () => {
    const review = await openCase(admin, ada.id)
    await lookAtAll(admin, review)
    expect((await acceptAll(admin, ada.id, review)).statusCode).toBe(200)
  })
})
