import { expect, test } from 'vitest'
import type { SelfieFaces } from '#domain/faces/selfie-faces.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { documentSignals, type SignalFacts } from './signals.ts'

const SELFIE: SignalFacts = {
  values: [],
  digits: null,
  printFits: null,
  isPdf: false,
  docType: null,
  group: 'selfie',
  expiresOn: null,
  sentOn: '2026-11-26' as PlainDate,
  colour: 0.5,
  traces: { hasCamera: false, editedBy: null },
  elsewhere: { pictures: 0, numbers: 0 },
}
const oneFace = (width: number, score: number): SelfieFaces => ({
  count: 1,
  largest: { width, score },
  turned: 0,
})

test.each<[string, SelfieFaces | null, string, string]>([
  ['one clear face', oneFace(0.4, 0.9), 'agrees', 'One'],
  ['one in a picture on its side', { ...oneFace(0.4, 0.9), turned: 90 }, 'agrees', 'One, picture turned'],
  ['none', { count: 0, largest: null, turned: 0 }, 'look_closer', 'None found'],
  ['three', { ...oneFace(0.4, 0.9), count: 3 }, 'look_closer', '3 found'],
  ['one that is just large enough', oneFace(0.15, 0.9), 'agrees', 'One'],
  ['one that is too small', oneFace(0.149, 0.9), 'look_closer', 'Small'],
  ['one that is just clear enough', oneFace(0.4, 0.5), 'agrees', 'One'],
  ['one that is not clear', oneFace(0.4, 0.49), 'look_closer', 'Unclear'],
  ['a picture that could not be looked at', null, 'no_reading', 'Not looked at'],
])('a selfie: %s', (_, faces, look, reading) => {
  const said = documentSignals({ ...SELFIE, faces }, [])
  expect(said.find(({ name }) => name === 'one_face')).toMatchObject({ look, reading })
})

test('faces are a matter of selfies alone, and the rule can be switched off', () => {
  const faces = oneFace(0.4, 0.9)
  expect(documentSignals({ ...SELFIE, group: 'id', faces }, []).map(({ name }) => name)).not.toContain(
    'one_face',
  )
  expect(documentSignals({ ...SELFIE, faces }, ['one_face']).map(({ name }) => name)).not.toContain(
    'one_face',
  )
})

test.each<[string, Partial<SignalFacts>, string | undefined]>([
  ['a grid all over it', { grid: 0.8 }, 'Fine grid'],
  ['a grid in places', { grid: 0.79 }, 'No grid'],
  ['none looked for', { grid: null }, undefined],
  ['read by a former reader', {}, undefined],
  ['a PDF', { grid: 1, isPdf: true }, undefined],
  ['a letter', { grid: 1, group: 'proof' }, undefined],
])('an ID document with %s', (_, facts, reading) => {
  const said = documentSignals({ ...SELFIE, group: 'id', ...facts }, [])
  expect(said.find(({ name }) => name === 'screen')?.reading).toBe(reading)
  expect(documentSignals({ ...SELFIE, group: 'id', ...facts }, ['screen'])).not.toContainEqual(
    expect.objectContaining({ name: 'screen' }),
  )
})

test.each<[string, string | null, string | null, string, string]>([
  ['given and read alike', '2028-11-26', '2028-11-26', 'agrees', '731 days left'],
  ['given alone', '2028-11-26', null, 'agrees', '731 days left'],
  ['read alone', null, '2024-02-12', 'look_closer', 'Expired'],
  ['given as good and read as expired', '2030-02-12', '2024-02-12', 'look_closer', 'Expired'],
  ['given as earlier than read', '2026-11-27', '2036-11-27', 'look_closer', '1 day left'],
  ['neither', null, null, 'no_reading', 'Not read'],
])('the expiry of an ID, %s', (_, given, read, look, reading) => {
  const values = read
    ? [{ field: 'expiresOn', value: read, source: 'print', proof: null, confidence: 1, area: null }]
    : []
  const facts = { ...SELFIE, group: 'id', expiresOn: given, values } as SignalFacts
  const said = documentSignals(facts, []).find(({ name }) => name === 'expiry')
  expect(said).toMatchObject({ look, reading })
  expect(said?.explanation.includes('not the one that was read')).toBe(
    given !== null && read !== null && given !== read,
  )
})
