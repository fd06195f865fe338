import { expect, test } from 'vitest'
import { londonDate } from '#domain/plain-date.ts'
import { type AnsweredFile, photosToTake } from './photos-to-take.ts'

const TODAY = londonDate(new Date('2026-06-15T09:00:00Z'))
const LATER = { uploadedAt: new Date('2026-06-15T09:05:00Z') }
const NAMED = ['id-front', 'id-back', 'selfie'] as const

const file = (slot: AnsweredFile['slot'], more: Partial<AnsweredFile> = {}): AnsweredFile => ({
  slot,
  docType: 'drivingLicence',
  sha256: slot,
  width: 1600,
  height: 1200,
  problems: [],
  issuedOn: null,
  expiresOn: null,
  uploadedAt: new Date('2026-06-15T09:00:00Z'),
  isKept: false,
  ...more,
})

test.each<[string, AnsweredFile[], AnsweredFile['slot'] | null, readonly string[]]>([
  ['nothing is here', [], null, NAMED],
  ['one is good', [file('id-front')], null, ['id-back', 'selfie']],
  ['a good one is taken again', [file('id-front')], 'id-front', NAMED],
  ['one that was not named is taken again', [file('id-front')], 'proof-of-address', ['id-back', 'selfie']],
  ['one is small', [file('id-front', { width: 320, height: 240 })], null, NAMED],
  [
    'one is small and its owner uses it',
    [file('id-front', { width: 320, height: 240, isKept: true })],
    null,
    ['id-back', 'selfie'],
  ],
  [
    'one is the same file as another',
    [file('id-front'), file('id-back', { ...LATER, sha256: 'id-front' })],
    null,
    ['id-back', 'selfie'],
  ],
  [
    'one is the same file as another and its owner uses it',
    [file('id-front'), file('id-back', { ...LATER, sha256: 'id-front', isKept: true })],
    null,
    ['selfie'],
  ],
  ['one was of another kind', [file('id-front', { docType: 'passport' })], null, NAMED],
  [
    'one has expired',
    [file('id-front', { expiresOn: londonDate(new Date('2026-06-14T09:00:00Z')) })],
    null,
    NAMED,
  ],
  ['one expires today', [file('id-front', { expiresOn: TODAY })], null, ['id-back', 'selfie']],
  ['all are good', NAMED.map((slot) => file(slot)), null, NAMED],
])('where %s', (_, files, again, asked) => {
  expect(photosToTake(NAMED, again, { docType: 'drivingLicence', files, today: TODAY })).toEqual(asked)
})
