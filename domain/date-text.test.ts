import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { DATE_STYLES } from '#contract/date-style.ts'
import { dayText, momentText, timeText } from './date-text.ts'

describe('a day as people read it', () => {
  it.each([
    ['2026-11-22', 'Nov 22, 2026', '22 Nov 2026'],
    ['1988-03-09', 'Mar 9, 1988', '9 Mar 1988'],
    ['2026-09-01', 'Sep 1, 2026', '1 Sep 2026'],
    // Midnight has passed in London, where clocks are an hour ahead in July.
    ['2026-07-01T23:30:00Z', 'Jul 2, 2026', '2 Jul 2026'],
    ['2026-12-01T23:30:00Z', 'Dec 1, 2026', '1 Dec 2026'],
    ['2026-02-31', 'Invalid date', 'Invalid date'],
    ['soon', 'Invalid date', 'Invalid date'],
  ])('%s is %s, or %s', (value, us, uk) => {
    expect(dayText(value, 'us')).toBe(us)
    expect(dayText(value, 'uk')).toBe(uk)
  })
  it.each([
    ['2026-11-22T16:05:00Z', 'Nov 22, 2026, 16:05 GMT', '22 Nov 2026, 16:05 GMT'],
    ['2026-07-01T23:30:00Z', 'Jul 2, 2026, 00:30 BST', '2 Jul 2026, 00:30 BST'],
    ['soon', 'Invalid date', 'Invalid date'],
  ])('%s is %s, or %s', (value, us, uk) => {
    expect(momentText(value, 'us')).toBe(us)
    expect(momentText(value, 'uk')).toBe(uk)
  })
  it('has text for any value', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.date({ noInvalidDate: false })),
        fc.constantFrom(...DATE_STYLES),
        (value, style) => {
          for (const words of [dayText(value, style), momentText(value, style), timeText(value)])
            expect(words).toMatch(/^Invalid date$|\d/)
        },
      ),
    )
  })
})

test('no other file formats days, so that one setting applies to all of them', () => {
  const OWN_WAY = /Intl\.DateTimeFormat|toLocale(Date|Time)String|toDateString/
  const files = ['contract', 'domain', 'server', 'web', 'scripts', 'e2e'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|mjs)$/.test(file))
      .map((file) => `${root}/${file}`),
  )
  expect(files.length).toBeGreaterThan(500)
  const own = files.filter((file) => OWN_WAY.test(readFileSync(file, 'utf8')))
  // plain-date.ts calculates with it; this file only mentions it.
  expect(own.sort()).toEqual(['domain/date-text.test.ts', 'domain/plain-date.ts'])
})
