import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { AlteredValueError, FieldCipher, type FieldPlace } from './field-cipher.ts'

const older = { id: 'k1', key: randomBytes(32) }
const newer = { id: 'k2', key: randomBytes(32) }
const of = (...keys: { id: string; key: Buffer }[]) => new FieldCipher(keys, randomBytes)
const PLACE: FieldPlace = ['mails', 'text', 'confirm-1']

it('R60 encrypts a value for its place, never twice alike', () => {
  const sealed = of(older).seal('048213 für Ana', PLACE)
  expect(sealed).not.toContain('048213')
  expect(of(older).open(sealed, PLACE)).toBe('048213 für Ana')
  expect(of(older).seal('048213 für Ana', PLACE)).not.toBe(sealed)
  for (const other of [
    ['mails', 'html', 'confirm-1'],
    ['mails', 'text', 'confirm-2'],
    ['notices', 'text', 'confirm-1'],
  ] as const)
    expect(() => of(older).open(sealed, other)).toThrow('stands elsewhere')
})

it('R60 reads what an older key encrypted, and says which key is missing', () => {
  const sealed = of(older).seal('text', PLACE)
  expect(of(newer, older).open(sealed, PLACE)).toBe('text')
  expect(sealed.startsWith(of(newer, older).newestPrefix)).toBe(false)
  expect(() => of(newer).open(sealed, PLACE)).toThrow('The master key k1 is not configured')
})

it('R60 refuses an altered value, and reads one of a former release as it is', () => {
  const sealed = of(older).seal('text', PLACE)
  const altered = sealed.replace(/.(?=.{8}$)/, (character) => (character === 'A' ? 'B' : 'A'))
  expect(() => of(older).open(altered, PLACE)).toThrow('was altered')
  for (const plain of ['', 'Dear Ana', 'f1.', 'f1. and more'])
    expect(of(older).open(plain, PLACE)).toBe(plain)
})

it('R60 encrypts equal values of a column alike for search, and returns them for each key', () => {
  const hash = ['screening_matches', 'subject_hash', ''] as const
  const sealed = of(older).sealAlike('the same', hash)
  expect(of(older).sealAlike('the same', hash)).toBe(sealed)
  expect(of(older).sealAlike('another', hash)).not.toBe(sealed)
  expect(of(older).sealAlike('the same', PLACE)).not.toBe(sealed)
  const both = of(newer, older)
  expect(both.open(sealed, hash)).toBe('the same')
  expect(both.formsOf('the same', hash)).toEqual(['the same', both.sealAlike('the same', hash), sealed])
})

it('R47 reports an altered value with an error of its own, however it was altered', () => {
  const sealed = of(older).seal('text', PLACE)
  for (const altered of [
    'f1.k1.AAAA',
    sealed.slice(0, -8),
    `${sealed.slice(0, -9)}${sealed.at(-9) === 'A' ? 'B' : 'A'}${sealed.slice(-8)}`,
  ])
    expect(() => of(older).open(altered, PLACE)).toThrow(AlteredValueError)
})

it('refuses to work without keys', () => {
  expect(() => of()).toThrow('At least one')
})
