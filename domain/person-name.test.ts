import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkName, cleanName } from './person-name.ts'

describe('a name', () => {
  it.each([
    ['  Amara   Okafor ', 'Amara Okafor'],
    ["O'Brien", "O'Brien"],
    ['D’Arcy-Smith', 'D’Arcy-Smith'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['شيرين عبادی', 'شيرين عبادی'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['李\u3000小龍', '李 小龍'],
    ['Amara\u202e rofakO', 'Amara rofakO'],
    ['A\u0000ma\u0007ra\r\nOkafor', 'Amara Okafor'],
    ['Amara \u200f Okafor', 'Amara Okafor'],
    ['\ud800Amara', 'Amara'],
  ])('%j is kept as %j', (typed, kept) => expect(cleanName(typed)).toBe(kept))

  it('needs a letter', () => {
    for (const text of ['', '   ', '\u202e', '--', '12'])
      expect(checkName(text, 'First Name')).toMatchObject({ why: 'empty', message: 'Enter your first name' })
  })

  it('R28 may have 200 characters and no more', () => {
    expect(checkName('é'.repeat(200), 'First Name').ok).toBe(true)
    expect(checkName('𠀋'.repeat(200), 'First Name').ok).toBe(true)
    expect(checkName('e'.repeat(201), 'First Name')).toMatchObject({ why: 'too_long' })
  })

  it('does not change when cleaned again, and holds no control or direction character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = cleanName(text)
        expect(cleanName(name)).toBe(name)
        expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u2028\u2029]/u)
      }),
    )
  })
})
