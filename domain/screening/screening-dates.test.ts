import { expect, test } from 'vitest'
import { listedCountry } from './listed-countries.ts'
import { listedDateText, parseIsoDate, parseListedDate, parsePublished } from './screening-dates.ts'

test.each([
  ['09/03/1971', { year: 1971, month: 3, day: 9 }],
  ['dd/mm/1971', { year: 1971 }],
  ['00/00/1971', { year: 1971 }],
  ['dd/03/1971', { year: 1971, month: 3 }],
  ['31/02/1971', { year: 1971 }],
  ['1971', { year: 1971 }],
  ['1971-03-09', { year: 1971, month: 3, day: 9 }],
  ['mm/1971', null],
  ['about 1971', null],
  ['', null],
])('a list’s date %s is read as far as it is known', (text, expected) => {
  expect(parseListedDate(text)).toEqual(expected)
})

test('a timestamp gives its day', () => {
  expect(parseIsoDate('2026-10-03T23:00:03.428Z')).toEqual({ year: 2026, month: 10, day: 3 })
})

test.each([
  ['13-Feb-2026', '2026-02-13'],
  ['20/08/2026', '2026-08-20'],
  ['2026-10-03T23:00:03.428Z', '2026-10-03'],
  ['1 September 2026', '2026-09-01'],
  ['last week', null],
])('the list of %s was published on %s', (text, expected) => {
  expect(parsePublished(text)).toBe(expected)
})

test.each([
  ['Russia', 'RU'],
  ['Iran (Islamic Republic of)', 'IR'],
  ['DEMOCRATIC PEOPLE’S REPUBLIC OF KOREA', 'KP'],
  ['The Gambia', 'GM'],
  ["Côte d'Ivoire", 'CI'],
  ['(1) Unknown', null],
])('the country %s is %s', (text, expected) => {
  expect(listedCountry(text)).toBe(expected)
})

test.each([
  ['01/11/2005', '1 Nov 2005', 'Nov 1, 2005'],
  ['2005-11-01', '1 Nov 2005', 'Nov 1, 2005'],
  ['1971-03-09, about 1972-04', '9 Mar 1971; about Apr 1972', 'Mar 9, 1971; about Apr 1972'],
  ['1970 to 1972', '1970 to 1972', '1970 to 1972'],
  ['spring of 1971', 'spring of 1971', 'spring of 1971'],
  ['1971-13-40', '1971-13-40', '1971-13-40'],
])('a date that a list wrote as %s is shown as on other pages', (text, uk, specified) => {
  expect(listedDateText(text, 'uk')).toBe(uk)
  expect(listedDateText(text, 'us')).toBe(specified)
})
