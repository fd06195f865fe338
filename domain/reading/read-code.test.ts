import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlainDate } from '#domain/plain-date.ts'
import { type CodeLine, readCode, readLines } from './read-code.ts'

const today = '2026-11-25' as PlainDate
// The specimens of the standard (ICAO 9303, parts 4 to 6).
const TD3: readonly [string, string] = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
]
const TD1 = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
]
const TD2 = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']

/** Each letter as if seen clearly; where a position has another one, that one seen slightly better. */
const seen = (lines: readonly string[], slips: Record<string, string> = {}): CodeLine[] =>
  lines.map((line, row) =>
    [...line].map((letter, place) => {
      const slip = slips[`${row}:${place}`]
      const real = { letter, likeness: 0.9 }
      return slip ? [{ letter: slip, likeness: 0.93 }, real] : [real]
    }),
  )

describe('a machine-readable code', () => {
  test.each([
    ['of a passport', TD3, 'L898902C3'],
    ['of a card', TD1, 'D23145890'],
    ['of a larger card', TD2, 'D23145890'],
  ] as const)('%s is read with its check digits', (_, lines, number) => {
    const read = readCode(seen(lines), today)
    expect(read).toMatchObject({
      number,
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      nationality: 'UTO',
      birthDate: '1974-08-12',
      expiresOn: '2012-04-15',
      wrong: [],
    })
  })

  test('names without a filler behind them may be truncated', () => {
    const names = 'P<UTOERIKSSON<<ANNA<MARIA<WILHELMINA<CHARLOT'
    expect(readCode(seen([names, TD3[1]]), today)).toMatchObject({
      givenNames: 'ANNA MARIA WILHELMINA CHARLOT',
      isCutOff: true,
    })
    expect(readCode(seen(TD3), today)?.isCutOff).toBe(false)
  })

  test('letters become digits where the standard has digits, and the other way round', () => {
    const read = readCode(seen(TD3, { '1:13': 'T', '1:14': 'A', '0:5': '3', '1:21': 'I' }), today)
    expect(read).toMatchObject({
      birthDate: '1974-08-12',
      surname: 'ERIKSSON',
      expiresOn: '2012-04-15',
      wrong: [],
    })
  })

  test('one character that a check digit contradicts is read as the next likely letter', () => {
    expect(readCode(seen(TD3, { '1:3': '6' }), today)).toMatchObject({ number: 'L898902C3', wrong: [] })
  })

  test('a digit that stays wrong is reported', () => {
    const wrong = [TD3[0], TD3[1].replace('7408122', '7408132')] as string[]
    expect(readCode(seen(wrong), today)?.wrong).toContain('birthDate')
  })

  test('text that is not a code is not read as one', () => {
    expect(readCode([], today)).toBeNull()
    expect(readCode(seen(['I<UTO'], {}), today)).toBeNull()
  })

  test('one misread letter is corrected or reported, and never called right', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8 }),
        fc.constantFrom(...'ABCDEFHJKMNPRSTUVWXYZ023456789'),
        (place, letter) => {
          const line = TD3[1]
          fc.pre(line[place] !== letter)
          const misread = `${line.slice(0, place)}${letter}${line.slice(place + 1)}`
          const read = readLines('TD3', [TD3[0], misread], today)
          // Letters ten apart have the same check digit; the reader tells those by their shape.
          const isTwin = (value(letter) - value(line[place] ?? '')) % 10 === 0
          expect(isTwin || read.wrong.includes('number')).toBe(true)
        },
      ),
    )
  })
})

function value(letter: string): number {
  return '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(letter)
}
