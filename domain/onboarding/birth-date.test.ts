import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, parsePlainDate } from '#domain/plain-date.ts'
import { ageOn, checkBirthDate, checkBirthDateParts } from './birth-date.ts'

const TODAY = parsePlainDate('2026-11-20')
if (!TODAY) throw new Error('the day of these tests exists')
const today = TODAY

describe('R29 a date of birth', () => {
  it.each([
    ['2008-11-20', { ok: true, age: 18 }],
    ['2008-11-21', { ok: false, why: 'too_young' }],
    ['1906-11-20', { ok: true, age: 120 }],
    ['1905-11-20', { ok: false, why: 'too_old' }],
    ['1905-11-21', { ok: true, age: 120 }],
    ['2026-11-20', { ok: false, why: 'too_young' }],
    ['2026-11-21', { ok: false, why: 'future' }],
    ['1990-02-31', { ok: false, why: 'not_a_date' }],
    ['1990-02-29', { ok: false, why: 'not_a_date' }],
    ['1992-02-29', { ok: true, age: 34 }],
    ['27/03/1988', { ok: false, why: 'not_a_date' }],
    ['1988-03-27T00:00:00Z', { ok: false, why: 'not_a_date' }],
    ['', { ok: false, why: 'not_a_date' }],
  ])('%s gives %o', (text, expected) => expect(checkBirthDate(text, today)).toMatchObject(expected))

  it('reads the three boxes of the form', () => {
    expect(checkBirthDateParts({ day: '27', month: '3', year: '1988' }, today)).toMatchObject({
      date: '1988-03-27',
    })
    expect(checkBirthDateParts({ day: '27', month: 'March', year: '1988' }, today)).toMatchObject({
      date: '1988-03-27',
    })
    expect(checkBirthDateParts({ day: '٢٧', month: '۳', year: '١٩٨٨' }, today)).toMatchObject({
      date: '1988-03-27',
    })
    expect(checkBirthDateParts({ day: '31', month: '2', year: '1988' }, today)).toMatchObject({
      why: 'not_a_date',
    })
    expect(checkBirthDateParts({ day: '', month: '2', year: '1988' }, today)).toMatchObject({
      why: 'not_a_date',
    })
    expect(checkBirthDateParts({ day: '1e0', month: '2', year: '1988' }, today)).toMatchObject({
      why: 'not_a_date',
    })
    expect(checkBirthDateParts({ day: '1', month: '2', year: '88' }, today)).toMatchObject({ why: 'too_old' })
  })

  it.each([
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
  ])('someone born on %s is %i on %s', (birth, day, age) => {
    const [from, on] = [parsePlainDate(birth), parsePlainDate(day)]
    expect(from && on && ageOn(from, on)).toBe(age)
  })

  it('accepts exactly the ages from 18 to 120', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 60_000 }), (daysAgo) => {
        const birth = addDays(today, -daysAgo)
        const isInRange = birth <= addMonths(today, -18 * 12) && birth > addMonths(today, -121 * 12)
        expect(checkBirthDate(birth, today).ok).toBe(isInRange)
      }),
    )
  })
})
