import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameName, usableNames } from './person-name.ts'

describe('a signature', () => {
  it.each([
    ['ada lovelace', 'Ada Lovelace'],
    ['LOVELACE, Ada', 'Ada Lovelace'],
    ['Ada Mary Lovelace', 'Ada Lovelace'],
    ['Ada Lovelace', 'Ada Mary Lovelace'],
    ['Ada M. Lovelace', 'Ada Mary Lovelace'],
    ['Ada Mary Jane Lovelace', 'Ada Mary Lovelace'],
    ['Ada Mary Lovelace', 'Ada M Lovelace'],
    ['Dr Ada Lovelace', 'Ada Lovelace'],
    ['José Nuñez', 'Jose Nunez'],
    ['Søren Ærø', 'Soren Aero'],
    ['Jürgen Groß', 'Jurgen Gross'],
    ['Hans Gruenwald', 'Hans Grünwald'],
    ['HANS GRÜNWALD', 'Hans Gruenwald'],
    ['Hans Gruenwald', 'Hans Gru\u0308nwald'],
    ['Soeren Aaberg', 'Søren Åberg'],
    ['Soren Aaberg', 'Søren Åberg'],
    ['Goetz Gross', 'Götz Groß'],
    ['Siobhan OBrien', "Siobhán O'Brien"],
    ['Siobhán O’Brien', "Siobhan O'Brien"],
    ["Siobhan O'Brien", 'Siobhan O Brien'],
    ['Anne Marie Smith Jones', 'Anne-Marie Smith-Jones'],
    ['Nguyễn Văn An', 'Nguyen Van An'],
    ['ΓΙΏΡΓΟΣ Παπαδόπουλος', 'Γιώργος Παπαδοπουλος'],
    ['Юрий Ёлкин', 'Юрий Елкин'],
    ['محمد علي', 'محمد علي'],
    ['Sukarno', 'Sukarno'],
    ['Sukarno Putra', 'Sukarno'],
    ['Dr', 'Dr'],
  ])('%s is %s', (signed, expected) => expect(isSameName(signed, expected)).toBe(true))

  it.each([
    ['Grace Hopper', 'Ada Lovelace'],
    ['Hans Gruenwald', 'Hans Grunwald'],
    ['Jol Manul', 'Joel Manuel'],
    ['Ada', 'Ada Lovelace'],
    ['A Lovelace', 'Ada Lovelace'],
    ['Ada Lovelac', 'Ada Lovelace'],
    ['Ada Jane Lovelace', 'Ada Mary Lovelace'],
    ['Ada J. Lovelace', 'Ada Mary Lovelace'],
    ['Ada Ada', 'Ada Lovelace'],
    ['Ada Lovelace', 'Ada Ada'],
    ['अनिल कुमार', 'अनीला कमारी'],
    ['Анна Каренина', 'Anna Karenina'],
    ['', 'Ada Lovelace'],
    ['- ’', 'Ada Lovelace'],
    ['Ada Lovelace', '…'],
  ])('%j is not %j', (signed, expected) => expect(isSameName(signed, expected)).toBe(false))

  const part = fc.constantFrom('ada', 'mary', 'byron', 'king', 'noel', 'grace', 'anne', 'élise', 'søren')
  const parts = fc.uniqueArray(part, { minLength: 1, maxLength: 4 })

  it('may have its parts in any order and any case', () => {
    fc.assert(
      fc.property(parts, fc.infiniteStream(fc.nat()), fc.boolean(), (name, dice, isLoud) => {
        const shuffled = name
          .map((word) => ({ word, at: dice.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ word }) => (isLoud ? word.toUpperCase() : word))
        expect(isSameName(shuffled.join(' '), name.join(' '))).toBe(true)
      }),
    )
  })

  it('is never accepted without the last part of the expected name', () => {
    fc.assert(
      fc.property(parts, (name) => {
        fc.pre(name.length > 1)
        expect(isSameName(name.slice(0, -1).join(' '), name.join(' '))).toBe(false)
      }),
    )
  })
})

it('an email address can’t be used as a signature', () => {
  expect(
    usableNames(['ada@people.example', ' Ada Lovelace ', null, undefined, '', '—', 'Ada Lovelace']),
  ).toEqual(['Ada Lovelace'])
})
