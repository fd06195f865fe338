import { beforeAll, expect, test } from 'vitest'
import { londonDate } from '#domain/plain-date.ts'
import { seeded } from '#domain/screening/trial-slips.ts'
import { DocumentReader } from '#server/model/reading/document-reader.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { TEST_FIELDS } from '#server/testing/keys.ts'
import { codedSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { readByMachine } from './read-by-machine.ts'

let app: TestApp
let reviewer: TestUser
let enqueued: [string, { documentId: string }][]
const reader = new DocumentReader()
atEndOfFile(() => reader.close())
beforeAll(async () => {
  app = await testApp({ env: { READING: 'on' } })
  reviewer = await app.signIn({ role: 'admin' })
  enqueued = []
  app.services.jobs.enqueue = async (_tx, name, data) => void enqueued.push([name, data as never])
})

const random = seeded(21)
const holder = specimenPerson(random, londonDate(new Date('2026-03-10')))
const upload = async (person: TestUser, file: Buffer, slot = 'id-front') => {
  const answer = await person.call('POST', '/api/uploads/kyc-document', {
    documentType: slot,
    docType: 'passport',
    fileName: 'passport.jpg',
    fileData: `data:image/jpeg;base64,${file.toString('base64')}`,
  })
  return answer.json().document.id as string
}
const passport = () => codedSpecimen(holder, 'TD3', someShot(random), random)
const own = async (person: TestUser, id: string) =>
  (await person.call('GET', `/api/documents/${id}/reading`)).json()

test('R60 a passport is read after its upload, for its owner and its reviewer, and stored encrypted in its own row', async () => {
  const person = await app.signIn()
  const id = await upload(person, (await passport()).picture)
  expect(enqueued).toEqual([['read-document', { documentId: id }]])
  expect(await own(person, id)).toEqual({ state: 'waiting', values: [] })
  await readByMachine(app.services, reader, id)
  await readByMachine(app.services, reader, id)
  const { state, values } = await own(person, id)
  expect(state).toBe('read')
  expect(values).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'number', value: holder.number, source: 'code', proof: 'right' }),
      expect.objectContaining({ field: 'birthDate', value: holder.birthDate, proof: 'right' }),
      expect.objectContaining({ field: 'expiresOn', value: holder.expiresOn, proof: 'right' }),
    ]),
  )
  const { rows } = await app.database.pool.query('select found, number from document_readings')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(holder.number)
  const events = await app.database.pool.query(`select after from events where type = 'document.read'`)
  expect(events.rows).toMatchObject([{ after: { state: 'read', slot: 'id-front' } }])

  // Someone else gives the same passport.
  const other = await app.signIn()
  const copy = await upload(other, (await passport()).picture)
  await readByMachine(app.services, reader, copy)
  const sealed = await app.database.pool.query<{ value: string }>(
    'select found #>> array[]::text[] as value from document_readings where document_id = $1',
    [id],
  )
  const value = sealed.rows[0]?.value ?? ''
  expect(TEST_FIELDS.open(value, ['document_readings', 'found', id])).toContain(holder.number)
  expect(() => TEST_FIELDS.open(value, ['document_readings', 'found', copy])).toThrow('stands elsewhere')
  const seen = await reviewer.call('GET', `/api/admin/documents/${copy}/reading`)
  expect(seen.json().signals).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'code_digits', look: 'agrees' }),
      expect.objectContaining({
        name: 'same_number',
        look: 'look_closer',
        reading: 'In 1 other case',
        cases: [{ userId: person.id, name: expect.any(String), kind: 'consumer', slot: 'id-front' }],
      }),
    ]),
  )
  expect((await person.call('GET', `/api/documents/${copy}/reading`)).statusCode).toBe(404)
  expect((await other.call('GET', `/api/admin/documents/${copy}/reading`)).statusCode).toBe(403)
})

test('a picture of nothing has no reading, and a selfie is never read', async () => {
  const person = await app.signIn()
  const { picture } = await passport()
  enqueued = []
  await upload(person, picture, 'selfie')
  expect(enqueued).toEqual([])
  const { default: sharp } = await import('sharp')
  const blank = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#ccc' } })
    .jpeg()
    .toBuffer()
  const id = await upload(person, blank)
  await readByMachine(app.services, reader, id)
  expect(await own(person, id)).toEqual({ state: 'nothing', values: [] })
})

test('a reader that takes too long is ended, and the document has no reading', async () => {
  const slow = new DocumentReader({ timeLimitMs: 1 })
  const person = await app.signIn()
  const id = await upload(person, (await passport()).picture)
  await readByMachine(app.services, slow, id)
  await slow.close()
  expect(await own(person, id)).toEqual({ state: 'failed', values: [] })
})
