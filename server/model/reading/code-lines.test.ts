import { expect, test } from 'vitest'
import { londonDate } from '#domain/plain-date.ts'
import { readDocument } from '#domain/reading/read-document.ts'
import { seeded } from '#domain/screening/ordinary-people.ts'
import { codedSpecimen } from '#server/testing/specimens/id-specimens.ts'
import { someShot } from '#server/testing/specimens/paper.ts'
import { specimenPerson } from '#server/testing/specimens/people.ts'
import { readPicture } from './picture-reader.ts'

const TODAY = londonDate(new Date('2026-11-25'))

// Backs of cards whose lines are mostly fillers: rows of them break into pieces, the more so the larger the
// card is in the picture.
test.each([34, 35, 42, 46, 47, 70, 99])(
  'the three lines of the card %i are found and read',
  async (place) => {
    const random = seeded(20_261_125 + place * 7919)
    const person = specimenPerson(random, TODAY)
    const { picture } = await codedSpecimen(person, 'TD1', someShot(random), random)
    const raw = await readPicture(picture, 'code', () => Promise.reject(new Error('No print is read')))
    expect(raw.code).toHaveLength(3)
    const { values, digits } = readDocument(raw, 'id', TODAY)
    expect(digits).toEqual({ right: 4, wrong: 0 })
    const read = Object.fromEntries(values.map(({ field, value }) => [field, value]))
    const { number, birthDate, expiresOn } = person
    expect(read).toMatchObject({ number, birthDate, expiresOn })
  },
)
