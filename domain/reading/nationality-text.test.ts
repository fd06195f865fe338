import { states } from 'mrz'
import { expect, test } from 'vitest'
import { COUNTRY_CODES } from '#contract/countries.ts'
import { countryName } from '#domain/country-names.ts'
import { nationalityText } from './nationality-text.ts'

test.each([
  ['IRL', 'Ireland (IRL)'],
  ['GBR', 'United Kingdom (GBR)'],
  ['D', 'Germany (D)'],
  ['GBN', 'British National (Overseas) (GBN)'],
  ['XXA', 'Stateless (XXA)'],
])('%s is shown as %s', (code, text) => {
  expect(nationalityText(code)).toBe(text)
})

test('a code without a name, as that of specimens, is shown alone', () => {
  expect(nationalityText('UTO')).toBe('UTO')
})

test('each country of ours has its code', () => {
  const said = new Set(Object.keys(states).map(nationalityText))
  const names = COUNTRY_CODES.map((code) => countryName(code))
  expect(names.filter((name) => ![...said].some((text) => text.startsWith(`${name} (`)))).toEqual([])
})

/** Names by which the standard calls a country otherwise. */
const OTHER_NAMES = ['BES', 'LAO', 'PSE', 'RUS', 'SYR', 'TUR', 'VAT', 'VNM']

test('each code has the country that the standard names', () => {
  const words = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[^A-Za-z ]/g, ' ')
      .toLowerCase()
      .split(' ')
      .filter((word) => word.length > 3)
  const others = Object.entries(states).filter(([code, name]) => {
    const text = nationalityText(code)
    return text !== code && !words(text).some((word) => words(name).includes(word))
  })
  expect(others.map(([code]) => code).toSorted()).toEqual(OTHER_NAMES)
})
