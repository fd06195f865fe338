import { beforeAll, describe, expect, test } from 'vitest'
import type { StoredDocument } from '#contract/documents/uploads.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'
import {
  heicBomb,
  makeAvif,
  makeHeic,
  makeJpeg,
  makePng,
  makeWebp,
} from '#server/platform/files/test-files.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { ANSWERS, multipart, prepare, submitted, uploadPicture } from '#server/testing/journeys.ts'
import { decideOn, openCase } from '#server/testing/reviews.ts'
import { eventsOf, filesIn, rowsOf } from '#server/testing/snapshots.ts'
import { FRAME, STAGED_PICTURES, stage } from '#server/testing/staged-pictures.ts'
import { UPLOADS } from '#server/testing/uploads.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  app.clock.now = new Date('2026-11-22T12:00:00Z')
  admin = await app.signIn({ role: 'admin' })
})

const FORM = '/api/uploads/kyc-document-direct'

async function give(person: TestUser, fields: Record<string, string>, bytes?: Buffer) {
  const picture = bytes ?? (await makeJpeg({ artist: String(Math.random()) }))
  const { body, headers } = multipart(fields, { name: 'a.jpg', type: 'image/jpeg', bytes: picture })
  return person.call('POST', FORM, body, headers)
}

test('a blurred picture is reported at once, may be used anyway, and the reviewer sees both', async () => {
  const person = await app.signIn()
  await prepare(person)
  const blurred = STAGED_PICTURES.find(({ slot, expected }) => slot === 'id-front' && expected === 'blurred')
  if (!blurred) throw new Error('One of the staged pictures is blurred')
  const sharp = await loadSharp()
  const picture = sharp(await stage(blurred), { raw: { ...FRAME, channels: 3 } })
  const given = (await give(person, { documentType: 'id-front' }, await picture.jpeg().toBuffer())).json()
  expect(given).toMatchObject({
    document: { problems: ['blurred'], keptAt: null },
    notices: [{ kind: 'blurred', message: expect.stringContaining('two days') }],
  })
  const kept = await person.call('POST', `/api/documents/${given.document.id}/keep`)
  expect(kept.json().document.keptAt).toBe(app.clock.now.toISOString())
  expect((await submit(person)).statusCode).toBe(200)
  const review = (await admin.call('GET', `/api/admin/users/${person.id}/kyc-case?kind=consumer`)).json()
  expect(JSON.stringify(review)).toContain('"blurred"')
})

describe('faces that a device found on a selfie', () => {
  const tell = (person: TestUser, id: string, faces: unknown) =>
    person.call('PUT', `/api/documents/${id}/faces`, { faces })

  test('none or several are reported, may be used anyway once, and the reviewer sees both', async () => {
    const person = await app.signIn()
    await prepare(person)
    const { id } = (await give(person, { documentType: 'selfie' })).json().document
    expect((await tell(person, id, 1)).json().document.problems).toEqual([])
    expect((await person.call('POST', `/api/documents/${id}/keep`)).statusCode).toBe(409)
    expect((await tell(person, id, 2)).json().document.problems).toEqual(['several_faces'])
    expect((await tell(person, id, 0)).json().document.problems).toEqual(['no_face'])
    expect((await person.call('POST', `/api/documents/${id}/keep`)).statusCode).toBe(200)
    // The earlier choice was about the earlier report.
    expect((await tell(person, id, 1)).json().document.problems).toEqual(['no_face'])
    expect((await submit(person)).statusCode).toBe(200)
    const review = (await admin.call('GET', `/api/admin/users/${person.id}/kyc-case`)).json()
    const item = review.case.items.find((item: { item: string }) => item.item === 'selfie')
    expect(item).toMatchObject({
      notices: [{ kind: 'no_face' }],
      document: { keptAt: app.clock.now.toISOString() },
    })
  })

  test('R15 are only reported by its owner, for a selfie in use', async () => {
    const person = await app.signIn()
    await prepare(person)
    const { id } = (await give(person, { documentType: 'selfie' })).json().document
    expect((await tell(await app.signIn(), id, 0)).statusCode).toBe(404)
    expect((await tell(person, id, -1)).statusCode).toBe(400)
    expect((await tell(person, id, 'none')).statusCode).toBe(400)
    const front = (await give(person, { documentType: 'id-front' })).json().document
    expect((await tell(person, front.id, 0)).statusCode).toBe(409)
    await give(person, { documentType: 'selfie' })
    expect((await tell(person, id, 0)).statusCode).toBe(409)
    const { documents } = (await person.call('GET', '/api/documents')).json()
    expect(documents.flatMap(({ problems }: StoredDocument) => problems)).not.toContain('no_face')
  })
})

const submit = (person: TestUser, answers = {}) =>
  person.call('POST', '/api/onboarding/kyc', { ...ANSWERS, ...answers })
const setDates = (person: TestUser, id: string, dates: { issuedOn?: string; expiresOn?: string }) =>
  person.call('PUT', `/api/documents/${id}/dates`, { issuedOn: null, expiresOn: null, ...dates })

const RULED_OUT = [
  ['id-front', { expiresOn: '2026-11-21' }, 'expiresOn', 'has expired'],
  ['id-front', { issuedOn: '2020-01-02', expiresOn: '2020-01-01' }, 'expiresOn', 'before the issue date'],
  ['proof-of-address', { issuedOn: '2026-08-21' }, 'issuedOn', 'more than 3 months old'],
  ['proof-of-address', { issuedOn: '2026-11-23' }, 'issuedOn', 'in the future'],
  ['other', { expiresOn: '2026-11-21' }, 'expiresOn', 'has expired'],
] as const

describe('dates that rule out a document', () => {
  test.each(RULED_OUT)(
    '%s with %j is refused with the upload at %s, and nothing is stored',
    async (slot, dates, field, words) => {
      const person = await app.signIn()
      const before = [await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]
      const data = (await makeJpeg()).toString('base64')
      const answers = [
        await give(person, { documentType: slot, ...dates }),
        await person.call('POST', '/api/uploads/kyc-document', {
          documentType: slot,
          fileName: 'a.jpg',
          fileData: `data:image/jpeg;base64,${data}`,
          ...dates,
        }),
      ]
      for (const answer of answers) {
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toMatchObject({
          error: 'VALIDATION_ERROR',
          fields: { [field]: expect.stringContaining(words) },
        })
      }
      expect([await rowsOf(app.database, person.id), await filesIn(app.documentsDir)]).toEqual(before)
    },
  )

  test.each(RULED_OUT)('%s can’t be given %j afterwards by its owner', async (slot, dates, field, words) => {
    const person = await app.signIn()
    const { id } = (await give(person, { documentType: slot })).json().document
    const answer = await setDates(person, id, dates)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ [field]: expect.stringContaining(words) })
    const [held] = (await person.call('GET', '/api/documents')).json().documents
    expect([held.issuedOn, held.expiresOn]).toEqual([null, null])
  })

  test('the last valid day is accepted with the upload, and stored', async () => {
    const person = await app.signIn()
    const id = await give(person, { documentType: 'id-front', expiresOn: '2026-11-22' })
    const proof = await give(person, { documentType: 'proof-of-address', issuedOn: '2026-08-22' })
    expect(id.json().document).toMatchObject({ expiresOn: '2026-11-22', issuedOn: null })
    expect(proof.json().document).toMatchObject({ issuedOn: '2026-08-22', expiresOn: null })
  })

  test.each(['2026-02-30', 'yesterday', ''])('an invalid date is refused: %j', async (expiresOn) => {
    const answer = await give(await app.signIn(), { documentType: 'id-front', expiresOn })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toHaveProperty('expiresOn')
  })

  test('a reviewer may enter a date that rules a document out, because the document shows it', async () => {
    const person = await submitted(await app.signIn())
    const documents: { id: string; documentType: string }[] = (
      await person.call('GET', '/api/documents')
    ).json().documents
    const front = documents.find(({ documentType }) => documentType === 'id-front')
    expect((await setDates(admin, front?.id ?? '', { expiresOn: '2020-01-01' })).statusCode).toBe(200)
  })

  test('a proof of address that was recent when uploaded and is too old by the submission is refused there', async () => {
    const late = await testApp()
    late.clock.now = new Date('2026-11-22T23:50:00Z')
    const person = await late.signIn()
    await prepare(person)
    await give(person, { documentType: 'proof-of-address', issuedOn: '2026-08-22' })
    late.clock.now = new Date('2026-11-23T00:10:00Z')
    const refused = await submit(person)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields).toEqual({
      'proof-of-address': 'Proof of address: This document is more than 3 months old. Upload a newer one.',
    })
    await give(person, { documentType: 'proof-of-address', issuedOn: '2026-08-23' })
    expect((await submit(person)).statusCode).toBe(200)
  })
})

test('a side given for another kind of document is refused at the submission, and fits again once that kind is chosen', async () => {
  const person = await app.signIn()
  await prepare(person)
  const front = await give(person, { documentType: 'id-front', docType: 'residencePermit' })
  expect(front.json().document.docType).toBe('residencePermit')
  const refused = await submit(person)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().fields).toEqual({
    'id-front': 'ID front: You gave this file for a residence permit. Upload your passport.',
  })
  await uploadPicture(person, 'id-back')
  expect((await submit(person, { docType: 'residencePermit' })).statusCode).toBe(200)
})

describe.each(UPLOADS)('R41 the bytes decide, sent %s', (_way, upload) => {
  test.each([
    ['a photo of an iPhone', 'IMG_0001.HEIC', 'image/heic', 'image/heic', async () => makeHeic()],
    ['one that was renamed', 'IMG_0001.jpg', 'image/jpeg', 'image/heic', async () => makeHeic()],
    ['a WebP', 'a.webp', 'image/webp', 'image/webp', makeWebp],
    ['an AVIF', 'a.avif', 'image/avif', 'image/avif', makeAvif],
    ['a PNG called .jpg', 'a.jpg', 'image/jpeg', 'image/png', makePng],
  ])('%s is recognised, shown as JPEG, and stored unchanged', async (_name, name, type, mime, make) => {
    const person = await app.signIn()
    const bytes = await make()
    const answer = await upload(person, { bytes, name, type, slot: 'selfie' })
    expect(answer.statusCode).toBe(200)
    const { document } = answer.json()
    expect(document).toMatchObject({ mime, fileName: name, width: 640, height: 480 })
    const shown = await person.call('GET', document.documentUrl)
    expect(shown.headers['content-type']).toBe('image/jpeg')
    const original = await person.call('GET', `${document.documentUrl}?download`)
    expect(original.rawPayload.equals(bytes)).toBe(true)
  })

  test('a photo that cannot be converted is refused with a suggestion, and nothing is stored', async () => {
    const person = await app.signIn()
    const before = await filesIn(app.documentsDir)
    const answer = await upload(person, {
      bytes: heicBomb(),
      name: 'a.heic',
      type: 'image/heic',
      slot: 'selfie',
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toMatch(
      /On an iPhone: open Settings, Camera, Formats, choose Most Compatible/,
    )
    expect(await filesIn(app.documentsDir)).toEqual(before)
  })
})

describe('what the answer says about a picture', () => {
  test('includes that two slots have the same file; used anyway, it is submitted, and a reviewer sees both', async () => {
    const person = await app.signIn()
    await prepare(person, 'drivingLicence')
    const bytes = await makeJpeg({ artist: 'both sides' })
    const front = await give(person, { documentType: 'id-front' }, bytes)
    expect(front.json().notices).toEqual([])
    app.clock.now = new Date(app.clock.now.getTime() + 1000)
    const back = await give(person, { documentType: 'id-back' }, bytes)
    expect(back.json().notices).toMatchObject([
      { kind: 'same_file', message: expect.stringContaining('the same file as your ID front') },
    ])
    const kept = await person.call('POST', `/api/documents/${back.json().document.id}/keep`)
    expect(kept.json().document.keptAt).toBe(app.clock.now.toISOString())
    expect((await submit(person, { docType: 'drivingLicence' })).statusCode).toBe(200)
    const review = (await admin.call('GET', `/api/admin/users/${person.id}/kyc-case`)).json()
    const item = review.case.items.find((item: { item: string }) => item.item === 'id-back')
    expect(item).toMatchObject({
      notices: [{ kind: 'same_file' }],
      document: { keptAt: app.clock.now.toISOString() },
    })
  })

  test('includes that it is small; the choice to use it is recorded once, and a reviewer sees both', async () => {
    const person = await app.signIn()
    await prepare(person)
    const small = await give(person, { documentType: 'selfie' }, await makeJpeg({ width: 320, height: 240 }))
    expect(small.json()).toMatchObject({
      notices: [{ kind: 'too_small' }],
      document: { width: 320, height: 240, keptAt: null },
    })
    const path = `/api/documents/${small.json().document.id}/keep`
    const [first, second] = await Promise.all([person.call('POST', path), person.call('POST', path)])
    expect(first.json().document.keptAt).toBe(app.clock.now.toISOString())
    expect(second.json().document).toEqual(first.json().document)
    expect(await eventsOf(app.database, person.id, 'document.kept')).toMatchObject([
      { after: { slot: 'selfie', notices: ['too_small'] } },
    ])
    expect((await submit(person)).statusCode).toBe(200)
    const review = (await admin.call('GET', `/api/admin/users/${person.id}/kyc-case`)).json()
    const item = review.case.items.find((item: { item: string }) => item.item === 'selfie')
    expect(item).toMatchObject({
      notices: [{ kind: 'too_small' }],
      document: { width: 320, height: 240, keptAt: app.clock.now.toISOString() },
    })
  })

  test('can be dismissed once, however often the choice is sent at once', async () => {
    const person = await app.signIn()
    const small = await give(person, { documentType: 'selfie' }, await makeJpeg({ width: 320, height: 240 }))
    const path = `/api/documents/${small.json().document.id}/keep`
    const presses = await Promise.all([1, 2, 3].map(() => person.call('POST', path)))
    expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const [first, ...others] = presses.map((press) => press.json())
    expect(first.document.keptAt).toEqual(expect.any(String))
    for (const other of others) expect(other).toEqual(first)
    expect(await eventsOf(app.database, person.id, 'document.kept')).toHaveLength(1)
  })

  test('R15 no one else can choose for its owner, nor learn that the document exists', async () => {
    const person = await app.signIn()
    const small = await give(person, { documentType: 'selfie' }, await makeJpeg({ width: 320, height: 240 }))
    const path = `/api/documents/${small.json().document.id}/keep`
    for (const other of [await app.signIn(), admin])
      expect((await other.call('POST', path)).statusCode).toBe(404)
    expect((await app.call('POST', path)).statusCode).toBe(401)
    const [held] = (await person.call('GET', '/api/documents')).json().documents
    expect(held.keptAt).toBeNull()
  })

  test('a good picture, and one that was replaced, need no choice', async () => {
    const person = await app.signIn()
    const good = (await uploadPicture(person, 'selfie')).json().document
    const keep = (id: string) => person.call('POST', `/api/documents/${id}/keep`)
    expect((await keep(good.id)).statusCode).toBe(409)
    const small = await give(person, { documentType: 'selfie' }, await makeJpeg({ width: 320, height: 240 }))
    await uploadPicture(person, 'selfie')
    expect((await keep(small.json().document.id)).statusCode).toBe(409)
  })
})

describe('an undone upload', () => {
  const later = () => {
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
  }
  const photo = async (person: TestUser) => {
    later()
    return (await uploadPicture(person, 'id-front')).json().document.id as string
  }
  const undo = (by: TestUser, id: string) => by.call('DELETE', `/api/documents/${id}`)
  const frontsOf = async (person: TestUser, list: string) => {
    const { documents } = (await person.call('GET', list)).json() as { documents: StoredDocument[] }
    return documents.filter(({ documentType }) => documentType === 'id-front').map(({ id }) => id)
  }

  test('is replaced by the previous file, which opens again; undoing is idempotent, even at once', async () => {
    const person = await app.signIn()
    const first = await photo(person)
    const second = await photo(person)
    const answers = await Promise.all([undo(person, second), undo(person, second)])
    for (const answer of [...answers, await undo(person, second)]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.json().document).toMatchObject({ id: first, documentType: 'id-front' })
    }
    expect(await frontsOf(person, '/api/documents')).toEqual([first])
    expect(await frontsOf(person, '/api/documents/former')).toEqual([second])
    expect((await person.call('GET', `/api/documents/${first}`)).statusCode).toBe(200)
    expect(await eventsOf(app.database, person.id, 'document.undone')).toMatchObject([
      { before: { id: second }, after: { slot: 'id-front', id: first } },
    ])
    // Undoing the first upload leaves nothing; uploading it again starts afresh.
    expect((await undo(person, first)).json()).toEqual({ success: true, document: null })
    expect(await frontsOf(person, '/api/documents')).toEqual([])
    const third = await photo(person)
    expect(await frontsOf(person, '/api/documents')).toEqual([third])
    expect((await undo(person, first)).json().document).toMatchObject({ id: third })
    // An undone document is no more in use than a replaced one, whatever its row says.
    await app.database.pool.query('update documents set superseded_at = now() where id = $1', [third])
    await app.database.pool.query('update documents set superseded_at = null where id = $1', [second])
    expect((await person.call('GET', `/api/documents/${second}`)).statusCode).toBe(409)
  })

  test('is one that was not submitted, and is in use', async () => {
    const person = await app.signIn()
    await prepare(person)
    const replaced = await photo(person)
    const sent = await photo(person)
    expect((await undo(person, replaced)).statusCode).toBe(409)
    later()
    expect((await submit(person)).statusCode).toBe(200)
    expect((await undo(person, sent)).statusCode).toBe(409)
    expect(await frontsOf(person, '/api/documents')).toEqual([sent])
  })

  test('leaves a returned file as returned, which is not accepted again', async () => {
    const person = await submitted(await app.signIn())
    const [returned = ''] = await frontsOf(person, '/api/documents')
    const review = await openCase(admin, person.id)
    expect((await decideOn(admin, person.id, review, { 'id-front': 'IMAGE_BLURRED' })).statusCode).toBe(200)
    // It was submitted, so it can't be undone.
    expect((await undo(person, returned)).statusCode).toBe(409)
    const better = await photo(person)
    expect((await undo(person, better)).json().document).toMatchObject({ id: returned })
    const own = (await person.call('GET', '/api/onboarding/consumer/case')).json().case
    const item = own.items.find(({ item }: { item: string }) => item === 'id-front')
    expect(item).toMatchObject({ decision: 'retry', fixed: false })
    expect((await submit(person)).statusCode).toBe(409)
    await photo(person)
    expect((await submit(person)).statusCode).toBe(200)
  })

  test('R15 can’t be undone by anyone else, who does not learn that it exists', async () => {
    const person = await app.signIn()
    const id = await photo(person)
    for (const other of [await app.signIn(), admin]) expect((await undo(other, id)).statusCode).toBe(404)
    expect((await app.call('DELETE', `/api/documents/${id}`)).statusCode).toBe(401)
    expect(await frontsOf(person, '/api/documents')).toEqual([id])
  })
})
