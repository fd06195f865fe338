import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { londonDate, type PlainDate } from '#domain/plain-date.ts'
import { nationalityText } from '#domain/reading/nationality-text.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { storeReading } from '#server/model/documents/document-readings.ts'
import { FaceReader } from '#server/model/faces/face-reader.ts'
import { DocumentReader } from '#server/model/reading/document-reader.ts'
import { type TestApp, type TestUser, testApp } from '#server/testing/app.ts'
import { atEndOfFile } from '#server/testing/end-of-file.ts'
import { TEST_FIELDS } from '#server/testing/keys.ts'
import { drawnPhoto, FIRST_LOOK, OTHER_LOOK } from '#server/testing/specimens/drawn-face.ts'
import { cardFrontSpecimen, codedSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { scannedPdf } from '#server/testing/specimens/letter-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { photographScreen, someScreenShot } from '#server/testing/specimens/screen.ts'
import { readByMachine } from './read-by-machine.ts'

let app: TestApp
let reviewer: TestUser
let enqueued: [string, { documentId: string }][]
const readers = { documents: new DocumentReader(), faces: new FaceReader() }
atEndOfFile(() => Promise.all([readers.documents.close(), readers.faces.close()]))
beforeAll(async () => {
  app = await testApp({ env: { READING: 'on' } })
  reviewer = await app.signIn({ role: 'admin' })
  enqueued = []
  app.services.jobs.enqueue = async (_tx, name, data) => void enqueued.push([name, data as never])
})

const random = seeded(21)
const holder = specimenPerson(random, londonDate(new Date('2026-03-10')))
const upload = async (person: TestUser, file: Buffer, slot = 'id-front', docType = 'passport') => {
  const answer = await person.call('POST', '/api/uploads/kyc-document', {
    documentType: slot,
    docType,
    fileName: 'passport.jpg',
    fileData: `data:image/jpeg;base64,${file.toString('base64')}`,
  })
  return answer.json().document.id as string
}
const uploadScan = async (person: TestUser, picture: Buffer) => {
  const answer = await person.call('POST', '/api/uploads/kyc-document', {
    documentType: 'id-front',
    docType: 'passport',
    fileName: 'passport.pdf',
    fileData: `data:application/pdf;base64,${(await scannedPdf(picture)).toString('base64')}`,
  })
  return answer.json().document.id as string
}
/** A picture taken with care. */
const CLEAR = { tilt: 2, width: 1800, share: 0.9, blur: 0.2, noise: 2, light: 0.95, quality: 88 }
const passport = () => codedSpecimen(holder, 'TD3', someShot(random), random)
/** What a reviewer sees about a document. */
const reviewed = async (person: TestUser, id: string) => {
  const { readings } = (await reviewer.call('GET', `/api/admin/users/${person.id}/readings`)).json()
  return readings.find(({ documentId }: { documentId: string }) => documentId === id)
}
const own = async (person: TestUser, id: string) =>
  (await person.call('GET', `/api/documents/${id}/reading`)).json()

test('R60 a passport is read after its upload, for its owner and its reviewer, and stored encrypted in its own row', async () => {
  const person = await app.signIn()
  const id = await upload(person, (await passport()).picture)
  expect(enqueued).toEqual([['read-document', { documentId: id }]])
  expect(await own(person, id)).toEqual({ state: 'waiting', values: [] })
  await readByMachine(app.services, readers, id)
  await readByMachine(app.services, readers, id)
  const { state, values } = await own(person, id)
  expect(state).toBe('read')
  expect(values).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'number', value: holder.number, source: 'code', proof: 'right' }),
      expect.objectContaining({ field: 'birthDate', value: holder.birthDate, proof: 'right' }),
      expect.objectContaining({ field: 'expiresOn', value: holder.expiresOn, proof: 'right' }),
      expect.objectContaining({ field: 'nationality', text: nationalityText(holder.nationality) }),
    ]),
  )
  const { rows } = await app.database.pool.query('select found, number from document_readings')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(holder.number)
  const events = await app.database.pool.query(`select after from events where type = 'document.read'`)
  expect(events.rows).toMatchObject([{ after: { state: 'read', slot: 'id-front' } }])

  // Someone else uploads the same passport.
  const other = await app.signIn()
  const copy = await upload(other, (await passport()).picture)
  await readByMachine(app.services, readers, copy)
  const sealed = await app.database.pool.query<{ value: string }>(
    'select found #>> array[]::text[] as value from document_readings where document_id = $1',
    [id],
  )
  const value = sealed.rows[0]?.value ?? ''
  expect(TEST_FIELDS.open(value, ['document_readings', 'found', id])).toContain(holder.number)
  expect(() => TEST_FIELDS.open(value, ['document_readings', 'found', copy])).toThrow('stands elsewhere')
  expect((await reviewed(other, copy)).signals).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'code_digits', look: 'agrees' }),
      expect.objectContaining({
        name: 'same_number',
        look: 'look_closer',
        reading: 'In 1 other case',
        cases: [{ userId: person.id, name: expect.any(String), kind: 'consumer', slot: 'id-front' }],
        moreCases: 0,
      }),
    ]),
  )
  expect((await person.call('GET', `/api/documents/${copy}/reading`)).statusCode).toBe(404)
  expect((await other.call('GET', `/api/admin/users/${other.id}/readings`)).statusCode).toBe(403)
  // The documents of their other case are not among them, but an earlier one is.
  const newer = await upload(other, (await passport()).picture)
  const { readings } = (await reviewer.call('GET', `/api/admin/users/${other.id}/readings`)).json()
  expect(readings.map(({ documentId, state }: Record<string, string>) => [documentId, state])).toEqual([
    [copy, 'read'],
    [newer, 'waiting'],
  ])
  const company = await reviewer.call('GET', `/api/admin/users/${other.id}/readings?kind=business`)
  expect(company.json()).toEqual({ readings: [] })
})

test('what the front of a card prints is compared with the code on its back, for its owner and its reviewer', async () => {
  const person = await app.signIn()
  const drawn = seeded(33)
  const birthDate = '1991-06-17' as PlainDate
  const printed = { ...holder, birthDate: '1981-06-17' as PlainDate }
  const front = await upload(
    person,
    await cardFrontSpecimen(printed, CLEAR, drawn),
    'id-front',
    'residencePermit',
  )
  await readByMachine(app.services, readers, front)
  const born = async (id: string) =>
    (await own(person, id)).values.find(({ field }: { field: string }) => field === 'birthDate')
  expect(await born(front)).toMatchObject({ value: printed.birthDate, source: 'print', proof: null })
  expect(await born(front)).not.toHaveProperty('contradicted')

  const { picture } = await codedSpecimen({ ...holder, birthDate }, 'TD1', CLEAR, drawn)
  const back = await upload(person, picture, 'id-back', 'residencePermit')
  await readByMachine(app.services, readers, back)
  expect(await born(front)).toMatchObject({ contradicted: { by: 'id-back', value: birthDate } })
  expect(await born(back)).toMatchObject({
    value: birthDate,
    proof: 'right',
    contradicted: { by: 'id-front', value: printed.birthDate },
  })
  for (const id of [front, back]) {
    const { values, signals } = await reviewed(person, id)
    expect(values).toContainEqual(
      expect.objectContaining({ field: 'birthDate', contradicted: expect.anything() }),
    )
    expect(values.filter(({ contradicted }: { contradicted?: unknown }) => contradicted)).toHaveLength(1)
    expect(signals).toContainEqual(
      expect.objectContaining({
        name: 'code_and_print',
        look: 'look_closer',
        explanation: expect.stringContaining('The other side says something else for: date of birth.'),
      }),
    )
  }
  // Another front, which says the same, takes its place.
  const newer = await upload(
    person,
    await cardFrontSpecimen({ ...holder, birthDate }, CLEAR, drawn),
    'id-front',
    'residencePermit',
  )
  await readByMachine(app.services, readers, newer)
  expect(await born(back)).not.toHaveProperty('contradicted')
  expect((await reviewed(person, back)).signals).toContainEqual(
    expect.objectContaining({ name: 'code_and_print', look: 'agrees' }),
  )
})

test('values that the document’s own check contradicts are not suggested to its owner', async () => {
  const person = await app.signIn()
  // Drawn separately, so that the passports of the other tests stay as they are.
  const drawn = seeded(16)
  const id = await upload(person, (await codedSpecimen(holder, 'TD3', someShot(drawn), drawn)).picture)
  const value = (field: 'surname' | 'givenNames', text: string, proof: 'wrong' | null) =>
    ({ field, value: text, source: 'print', proof, confidence: 0.6, area: null }) as const
  const found = {
    values: [value('surname', 'pis pe', 'wrong'), value('givenNames', 'ANNA', null)],
    digits: null,
    printed: null,
    traces: null,
  }
  const reading = { documentId: id, state: 'read', reader: 1, look: null, readAt: new Date(), found }
  await app.services.database.transaction((tx) => storeReading(tx, reading as never))
  const fields = ({ values }: { values: { field: string }[] }) => values.map(({ field }) => field)
  expect(fields(await own(person, id))).toEqual(['givenNames'])
})

test('R23 staff read of their own documents what any owner reads, and none of the signals that their reviewer sees', async () => {
  const judge = await app.signIn({ role: 'admin' })
  const drawn = seeded(17)
  const id = await upload(judge, (await codedSpecimen(holder, 'TD3', someShot(drawn), drawn)).picture)
  await readByMachine(app.services, readers, id)
  const { readings } = (await judge.call('GET', `/api/admin/users/${judge.id}/readings`)).json()
  expect(readings).toMatchObject([{ documentId: id, state: 'read', signals: [] }])
  expect(readings[0].values).toEqual((await own(judge, id)).values)
  expect((await reviewed(judge, id)).signals).not.toEqual([])
})

test.each([15, -15])('a passport that is tilted by %s° is read', async (tilt) => {
  const person = await app.signIn()
  const drawn = seeded(15)
  const { picture } = await codedSpecimen(holder, 'TD3', { ...someShot(drawn), tilt }, drawn)
  const id = await upload(person, picture)
  await readByMachine(app.services, readers, id)
  expect((await own(person, id)).values).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'number', value: holder.number, proof: 'right' }),
      expect.objectContaining({ field: 'birthDate', value: holder.birthDate, proof: 'right' }),
    ]),
  )
})

test('a passport that was scanned to a PDF is read by its page, whatever text the scanner has added', async () => {
  const person = await app.signIn()
  const id = await uploadScan(person, (await passport()).picture)
  await readByMachine(app.services, readers, id)
  expect((await own(person, id)).values).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'number', value: holder.number, source: 'code', proof: 'right' }),
    ]),
  )
})

test('the same picture in another person’s case is reported with the case, even if smaller or recompressed; a different one is not. A scan has the signals of pictures', async () => {
  const [first, second, third, fourth] = await Promise.all(Array.from({ length: 4 }, () => app.signIn()))
  if (!first || !second || !third || !fourth) throw new Error('Four people signed in')
  const { default: sharp } = await import('sharp')
  const drawn = seeded(24)
  const subject = specimenPerson(drawn, londonDate(new Date()))
  const { picture } = await codedSpecimen(subject, 'TD3', someShot(drawn), drawn)
  const said = async (person: TestUser, id: string) => {
    await readByMachine(app.services, readers, id)
    const { signals } = await reviewed(person, id)
    return signals.find(({ name }: { name: string }) => name === 'same_picture')
  }
  expect(await said(first, await upload(first, picture))).toMatchObject({ look: 'agrees', cases: [] })
  const smaller = await sharp(picture).resize({ width: 1100 }).jpeg({ quality: 60 }).toBuffer()
  expect(await said(second, await upload(second, smaller))).toMatchObject({
    look: 'look_closer',
    reading: 'In 1 other case',
    cases: [{ userId: first.id, kind: 'consumer', slot: 'id-front' }],
  })
  const scan = await uploadScan(third, picture)
  await readByMachine(app.services, readers, scan)
  const scanned = (await reviewed(third, scan)).signals
  expect(scanned).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'colour', look: 'agrees' }),
      expect.objectContaining({ name: 'screen', look: 'agrees' }),
      expect.objectContaining({ name: 'same_picture' }),
    ]),
  )
  const other = await codedSpecimen(subject, 'TD1', someShot(drawn), drawn)
  expect(await said(fourth, await upload(fourth, other.picture))).toMatchObject({ look: 'agrees' })
})

test('a photo of a screen is also detected in a PDF, unless an earlier reader has looked at it', async () => {
  const person = await app.signIn()
  const drawn = seeded(1)
  const { picture } = await codedSpecimen(
    holder,
    'TD3',
    { ...someShot(drawn), tilt: 0, blur: 0, noise: 0, light: 1 },
    drawn,
  )
  const id = await uploadScan(person, await photographScreen(picture, someScreenShot(drawn), drawn))
  await readByMachine(app.services, readers, id)
  const said = async () => {
    const { signals } = await reviewed(person, id)
    return signals.find(({ name }: { name: string }) => name === 'screen')
  }
  expect(await said()).toMatchObject({ look: 'look_closer', reading: 'Fine grid', version: 2 })
  await app.database.pool.query('update document_readings set reader = 6 where document_id = $1', [id])
  expect(await said()).toBeUndefined()
})

test('of many cases with the same number, five are named and the others counted', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 7 }, () => app.signIn()))
  if (!first) throw new Error('Seven people signed in')
  const { picture } = await codedSpecimen(
    specimenPerson(random, londonDate(new Date())),
    'TD3',
    someShot(random),
    random,
  )
  const id = await upload(first, picture)
  await readByMachine(app.services, readers, id)
  for (const other of others)
    await app.database.pool.query(
      `insert into document_readings (document_id, state, reader, found, number, read_at)
       select $2, state, reader, found, number, read_at from document_readings where document_id = $1`,
      [id, await upload(other, picture)],
    )
  const { signals } = await reviewed(first, id)
  const same = signals.find(({ name }: { name: string }) => name === 'same_number')
  expect(same).toMatchObject({ reading: 'In 6 other cases', moreCases: 1 })
  expect(same.cases).toHaveLength(5)
})

test('a picture of nothing has no reading', async () => {
  const person = await app.signIn()
  const { default: sharp } = await import('sharp')
  const blank = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#ccc' } })
    .jpeg()
    .toBuffer()
  const id = await upload(person, blank)
  await readByMachine(app.services, readers, id)
  expect(await own(person, id)).toEqual({ state: 'nothing', values: [] })
})

test('the faces of a selfie are counted for its reviewer, and nothing else is stored of them', async () => {
  const person = await app.signIn()
  const faceSignal = async (photo: Buffer) => {
    enqueued = []
    const id = await upload(person, photo, 'selfie')
    expect(enqueued).toEqual([['read-document', { documentId: id }]])
    await readByMachine(app.services, readers, id)
    // Its owner is not asked about it.
    expect(await own(person, id)).toEqual({ state: 'off', values: [] })
    const { signals } = await reviewed(person, id)
    expect(signals.map(({ name }: { name: string }) => name)).toEqual([
      'edited',
      'camera',
      'same_picture',
      'one_face',
    ])
    return signals.at(-1)
  }
  expect(await faceSignal(drawnPhoto([FIRST_LOOK]))).toMatchObject({
    look: 'agrees',
    reading: 'One',
    version: 1,
  })
  expect(await faceSignal(drawnPhoto([FIRST_LOOK, OTHER_LOOK], { width: 1000, share: 0.4 }))).toMatchObject({
    look: 'look_closer',
    reading: '2 found',
  })
  expect(await faceSignal(drawnPhoto([]))).toMatchObject({ look: 'look_closer', reading: 'None found' })
  const { rows } = await app.database.pool.query<{ id: string; value: string }>(
    `select document_id as id, found #>> array[]::text[] as value from document_readings r
       join documents d on d.id = r.document_id where d.user_id = $1 order by d.created_at`,
    [person.id],
  )
  const kept = rows.map(({ id, value }) =>
    JSON.parse(TEST_FIELDS.open(value, ['document_readings', 'found', id])),
  )
  expect(kept.map(({ faces }) => faces.count)).toEqual([1, 2, 0])
  for (const { faces } of kept) expect(Object.keys(faces).toSorted()).toEqual(['count', 'largest', 'turned'])
})

test('a selfie that can’t be checked has a signal that says so, and a missing model leaves it for the next attempt', async () => {
  const person = await app.signIn()
  const id = await upload(person, drawnPhoto([FIRST_LOOK]), 'selfie')
  const folder = await mkdtemp(join(tmpdir(), 'verdaccord-faces-'))
  const program = join(folder, 'no-model.mjs')
  await writeFile(program, `process.stdin.once('data', () => process.send({ kind: 'no_model' }))`)
  const without = new FaceReader({ workerUrl: pathToFileURL(program) })
  await expect(readByMachine(app.services, { ...readers, faces: without }, id)).rejects.toThrow(
    'models of faces',
  )
  await without.close()
  const slow = new FaceReader({ timeLimitMs: 1 })
  await readByMachine(app.services, { ...readers, faces: slow }, id)
  await slow.close()
  const { signals } = await reviewed(person, id)
  expect(signals.at(-1)).toMatchObject({ name: 'one_face', look: 'no_reading', reading: 'Not looked at' })
})

test('a reader that takes too long is stopped, and the document has no reading', async () => {
  const slow = new DocumentReader({ timeLimitMs: 1 })
  const person = await app.signIn()
  const id = await upload(person, (await passport()).picture)
  await readByMachine(app.services, { ...readers, documents: slow }, id)
  await slow.close()
  expect(await own(person, id)).toEqual({ state: 'failed', values: [] })
})
