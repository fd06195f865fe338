import { expect, test } from 'vitest'
import type { SelfieFaces } from '#domain/faces/selfie-faces.ts'
import type { PlainDate } from '#domain/plain-date.ts'
import { documentSignals, type SignalFacts } from './signals.ts'

const SELFIE: SignalFacts = {
  values: [],
  digits: null,
  printed: null,
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

test('faces only concern selfies, and the rule can be switched off', () => {
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
  ['a PDF', { grid: 1, isPdf: true }, 'Fine grid'],
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
  ['ends on the day it was sent', '2026-11-26', null, 'look_closer', '0 days left'],
  ['ended the day before', '2026-11-25', null, 'look_closer', 'Expired'],
  ['in 60 days', '2027-01-25', null, 'look_closer', '60 days left'],
  ['in 61 days', '2027-01-26', null, 'agrees', '61 days left'],
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

const told = (facts: Partial<SignalFacts>, name: string) =>
  documentSignals({ ...SELFIE, group: 'id', ...facts }, []).find((signal) => signal.name === name)

test.each<[string, Partial<SignalFacts>, object | undefined]>([
  ['all right', { digits: { right: 5, wrong: 0 } }, { look: 'agrees', reading: '5 of 5 right' }],
  ['one wrong', { digits: { right: 4, wrong: 1 } }, { look: 'look_closer', reading: '4 of 5 right' }],
  ['none read', {}, { look: 'no_reading', reading: 'Not read' }],
  ['a driving licence', { docType: 'drivingLicence' }, undefined],
])('check digits: %s', (_, facts, said) => {
  const signal = told(facts, 'code_digits')
  if (said) expect(signal).toMatchObject(said)
  else expect(signal).toBeUndefined()
})

test.each<[string, Partial<SignalFacts>, string, string]>([
  [
    'the same',
    { printed: { fits: ['surname', 'number'], differs: [] } },
    'Fits',
    'last name, document number',
  ],
  [
    'something else',
    { printed: { fits: ['surname'], differs: ['birthDate'] } },
    'Differs',
    'something else for: date of birth.',
  ],
  ['too little', { printed: { fits: [], differs: [] } }, 'Not compared', 'Too little'],
  ['the same dates, by a former reader', { printFits: true }, 'Fits', 'date of birth, expiry date'],
  ['other dates, by a former reader', { printFits: false }, 'Differs', 'date of birth, expiry date'],
  ['too little, by a former reader', { printFits: null }, 'Not compared', 'Too little'],
  [
    'the same as the other side',
    { digits: null, sides: { fits: ['surname'], differs: [] } },
    'Fits',
    'The other side says the same for: last name.',
  ],
  [
    'something else than the other side',
    { printed: { fits: ['surname'], differs: [] }, sides: { fits: [], differs: ['number'] } },
    'Differs',
    'The other side says something else for: document number.',
  ],
  [
    'too little, nor its other side',
    { digits: null, sides: { fits: [], differs: [] } },
    'Not compared',
    'both sides',
  ],
])('a page that says %s', (_, facts, reading, explanation) => {
  const { printed, ...others } = { ...SELFIE, digits: { right: 5, wrong: 0 }, ...facts }
  const signal = told({ ...others, ...(facts.printed && { printed }) }, 'code_and_print')
  expect(signal).toMatchObject({ version: 3, reading, explanation: expect.stringContaining(explanation) })
})

test.each([
  ['a picture in colour', 0.12, 'agrees', 'In colour'],
  ['a photocopy', 0.119, 'look_closer', 'None'],
])('%s', (_, found, look, reading) => {
  expect(told({ colour: found }, 'colour')).toMatchObject({ look, reading })
  expect(told({ colour: found, isPdf: true }, 'colour')).toMatchObject({ look, reading })
})

test.each([
  [0, 'agrees', 'Not found'],
  [1, 'look_closer', 'In 1 other case'],
  [2, 'look_closer', 'In 2 other cases'],
])('the same picture in %s other cases', (pictures, look, reading) => {
  const elsewhere = { pictures, numbers: 0 }
  expect(told({ elsewhere }, 'same_picture')).toMatchObject({ look, reading })
  expect(told({ elsewhere, isPdf: true }, 'same_picture')).toMatchObject({ look, reading })
  expect(told({ elsewhere, isPdf: true, group: 'proof' }, 'same_picture')).toBeUndefined()
})
