import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { readCaseReadings } from '#contract/documents/readings.ts'
import { heldData } from '#server/features/privacy/exports/held-data.ts'
import { FaceReader } from '#server/model/faces/face-reader.ts'
import { DocumentReader } from '#server/model/reading/document-reader.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { ANSWERS, acceptRiskDisclosure, uploadPicture } from '#server/testing/journeys.ts'
import { decideOn, openCase } from '#server/testing/reviews.ts'
import { drawnCard, drawnPhoto, FIRST_LOOK, OTHER_LOOK } from '#server/testing/specimens/drawn-face.ts'
import { type MachineReaders, readByMachine } from '../reading/read-by-machine.ts'

const BASIS = 'Art. 9(2)(g), DPA 2018 Sch. 1 para. 14; assessed 1 Nov 2026'

let app: TestApp
let reviewer: TestUser
let waiting: string[]
const selfies = new Set<string>()
const readers = { documents: new DocumentReader(), faces: new FaceReader() }
atEndOfFile(() => Promise.all([readers.documents.close(), readers.faces.close()]))
beforeAll(async () => {
  app = await testApp({
    env: { READING: 'on', FACE_COMPARISON: 'on', FACE_COMPARISON_BASIS: BASIS, SIGNALS_OFF: 'camera' },
  })
  reviewer = await app.signIn({ role: 'admin' })
  waiting = []
  app.services.jobs.enqueue = async (_tx, name, data) => {
    if (name === 'read-document') waiting.push((data as { documentId: string }).documentId)
  }
})

/** Runs what was queued for selfies, once each; other documents have tests of their own. */
async function work(machines: MachineReaders = readers) {
  for (const id of new Set(waiting.splice(0)))
    if (selfies.has(id)) await readByMachine(app.services, machines, id)
}
const choice = async (person: TestUser) => (await person.call('GET', '/api/face-comparison')).json()
const told = (person: TestUser) => person.call('POST', '/api/face-comparison/told', {})
const wish = (person: TestUser, byPeopleOnly: boolean) =>
  person.call('PUT', '/api/face-comparison', { byPeopleOnly })

async function give(person: TestUser, photo = drawnPhoto([FIRST_LOOK])) {
  await acceptRiskDisclosure(person)
  await uploadPicture(person, 'id-front', drawnCard(FIRST_LOOK))
  await uploadPicture(person, 'proof-of-address')
  const { document } = (await uploadPicture(person, 'selfie', photo)).json<{ document: { id: string } }>()
  selfies.add(document.id)
  return document.id
}
const submit = async (person: TestUser) => {
  const { statusCode, body } = await person.call('POST', '/api/onboarding/kyc', ANSWERS)
  if (statusCode !== 200) throw new Error(body)
}
async function signalOf(selfie: string) {
  const owner = await app.database.pool.query('select user_id from documents where id = $1', [selfie])
  const answer = await reviewer.call('GET', `/api/admin/users/${owner.rows[0].user_id}/readings`)
  const { readings } = answer.json<z.output<typeof readCaseReadings.answer>>()
  const reading = readings.find(({ documentId }) => documentId === selfie)
  return reading?.signals.find(({ name }) => name === 'face_likeness')
}
const kept = async (selfie: string) =>
  (
    await app.database.pool.query<{ likeness: string | null }>(
      `select likeness #>> array[]::text[] as likeness from document_readings where document_id = $1`,
      [selfie],
    )
  ).rows[0]?.likeness
const eventsOf = async (person: TestUser) =>
  (
    await app.database.pool.query<{ type: string; after: unknown }>(
      `select type, after from events where user_id = $1 and type like 'faces.%' order by id`,
      [person.id],
    )
  ).rows

test('faces are compared after submission if the person was told, shown with the limits, and stored without a template', async () => {
  const person = await app.signIn()
  expect(await choice(person)).toEqual({ isOn: true, basis: BASIS, toldAt: null, byPeopleOnly: false })
  const selfie = await give(person)
  expect((await told(person)).json()).toMatchObject({ toldAt: expect.any(String) })
  await told(person)
  await work()
  expect(await signalOf(selfie)).toMatchObject({ look: 'no_reading', reading: 'Not compared' })
  await submit(person)
  await work()
  expect(await signalOf(selfie)).toMatchObject({
    look: 'agrees',
    reading: 'High',
    version: 1,
    explanation: expect.stringContaining('Compare the faces yourself'),
  })
  // Encrypted, and short: a template of 128 numbers would be longer.
  const sealed = await kept(selfie)
  expect(sealed).not.toContain('high')
  expect(sealed?.length).toBeLessThan(400)
  const events = await eventsOf(person)
  expect(events.map(({ type }) => type)).toEqual(['faces.told', 'faces.compared'])
  // Each with the legal basis that the operator had written down then.
  expect(events[0]?.after).toEqual({ basis: BASIS })
  expect(events[1]?.after).toEqual({ portrait: expect.any(String), reader: expect.any(Number), basis: BASIS })
  // And each person is told it: by the policy, and in the copy of their data.
  const policy = (await app.call('GET', '/api/privacy-static')).body
  expect(policy).toContain(BASIS)
  const held = await app.database.transaction((tx) => heldData(tx, person.id))
  expect(held.document_readings?.map((row) => row.likeness_basis)).toEqual([BASIS])

  // What was shown is in the event of the decision, like every other signal.
  const opened = await openCase(reviewer, person.id)
  const decided = await decideOn(reviewer, person.id, opened, { selfie: 'SELFIE_UNCLEAR' })
  expect(decided.statusCode, decided.body).toBe(200)
  const shown = await app.database.pool.query<{ signal: object }>(
    `select s as signal from events, jsonb_array_elements(after->'signals') s
       where user_id = $1 and s->>'name' = 'face_likeness'`,
    [person.id],
  )
  expect(shown.rows).toMatchObject([
    { signal: { item: 'selfie', version: 1, look: 'agrees', decision: 'retry' } },
  ])
})

test('someone else’s face gives low, and no band is a verdict', async () => {
  const person = await app.signIn()
  const selfie = await give(person, drawnPhoto([OTHER_LOOK]))
  await told(person)
  await submit(person)
  await work()
  expect(await signalOf(selfie)).toMatchObject({ look: 'look_closer', reading: 'Low' })
})

test('another face comparison can replace it, and its version is stored; middle asks for a closer look', async () => {
  const person = await app.signIn()
  const selfie = await give(person)
  await told(person)
  await submit(person)
  const count = (picture: Buffer) => readers.faces.count(picture)
  await work({ ...readers, faces: { count, version: 7, compare: async () => 'middle' } })
  expect(await signalOf(selfie)).toMatchObject({
    look: 'look_closer',
    reading: 'Middle',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect((await eventsOf(person)).at(-1)).toMatchObject({ type: 'faces.compared', after: { reader: 7 } })
  // A comparison that is not newer does not compare the same two again.
  waiting.push(selfie)
  await work()
  expect(await signalOf(selfie)).toMatchObject({ reading: 'Middle' })
})

test('someone who was not told, or asks for a review only by people, is not compared', async () => {
  const person = await app.signIn()
  const selfie = await give(person)
  await submit(person)
  await work()
  expect(await kept(selfie)).toBeNull()
  expect(await signalOf(selfie)).toMatchObject({ reading: 'Not compared' })

  const other = await app.signIn()
  const own = await give(other)
  await told(other)
  expect((await wish(other, true)).json()).toMatchObject({ byPeopleOnly: true })
  await submit(other)
  await work()
  expect(await kept(own)).toBeNull()
  expect(await signalOf(own)).toMatchObject({ look: 'no_reading', reading: 'By you alone' })
})

test('a wish after the comparison deletes it, even if made meanwhile, and can be withdrawn', async () => {
  const person = await app.signIn()
  const selfie = await give(person)
  await told(person)
  await submit(person)
  const slow = {
    compare: async (own: Buffer, document: Buffer) => {
      const found = await readers.faces.compare(own, document)
      await wish(person, true)
      return found
    },
    count: (picture: Buffer) => readers.faces.count(picture),
  } as FaceReader
  waiting = []
  await readByMachine(app.services, { ...readers, faces: slow }, selfie)
  expect(await kept(selfie)).toBeNull()

  expect((await wish(person, false)).json()).toMatchObject({ byPeopleOnly: false })
  await work()
  expect(await kept(selfie)).not.toBeNull()
  await wish(person, true)
  await wish(person, true)
  expect(await kept(selfie)).toBeNull()
  expect((await eventsOf(person)).map(({ type, after }) => [type, after])).toEqual([
    ['faces.told', { basis: BASIS }],
    ['faces.by_people_only', { deleted: 0 }],
    ['faces.by_machine_too', { deleted: 0 }],
    ['faces.compared', expect.any(Object)],
    ['faces.by_people_only', { deleted: 1 }],
  ])
})

test('with comparison off, no one is told, nothing is compared or shown, and wishes still count', async () => {
  const person = await app.signIn()
  const selfie = await give(person)
  await told(person)
  const { faceComparison } = app.services.config
  app.services.config.faceComparison = undefined
  try {
    await submit(person)
    await work()
    expect(await kept(selfie)).toBeNull()
    expect(await signalOf(selfie)).toBeUndefined()
    expect((await told(person)).json()).toMatchObject({ error: 'INVALID_STATE' })
    expect((await wish(person, true)).json()).toMatchObject({ isOn: false, byPeopleOnly: true })
    expect((await wish(person, false)).json()).toMatchObject({ error: 'INVALID_STATE' })
  } finally {
    app.services.config.faceComparison = faceComparison
  }
})
