import { describe, expect, it } from 'vitest'
import { COUNTRY_CODES } from '#contract/countries.ts'
import { matchingOptions, namedOption } from '#web/ui/combobox-match.ts'
import { COUNTRIES, NATIONALITIES } from './countries.ts'

describe('the countries', () => {
  it('all have a name', () => {
    expect(COUNTRIES).toHaveLength(COUNTRY_CODES.length)
    expect(COUNTRIES.filter(({ value, label }) => label === value)).toEqual([])
  })

  it.each([
    ['UK', 'GB'],
    ['england', 'GB'],
    ['USA', 'US'],
    ['america', 'US'],
    ['Holland', 'NL'],
    ['GB', 'GB'],
    ['brit', 'GB'],
    ['British', 'GB'],
    ['united', 'GB'],
    ['us', 'US'],
    ['American', 'US'],
    ['holl', 'NL'],
    ['dutch', 'NL'],
    ['irish', 'IE'],
    ['northern ireland', 'GB'],
    ['ger', 'DE'],
    ['nigerian', 'NG'],
    ['turkey', 'TR'],
    ['cote divoire', 'CI'],
    ['Hong Kong', 'HK'],
  ])('are found as “%s”', (typed, code) => {
    expect(matchingOptions(COUNTRIES, typed)[0]?.value).toBe(code)
  })

  it.each(['am', 'ma', 'de', 'in', 'no', 'is'])('are not chosen by accident with “%s”', (typed) => {
    expect(namedOption(COUNTRIES, typed)).toBeNull()
  })

  it('are also nationalities, together with being stateless', () => {
    expect(matchingOptions(NATIONALITIES, 'british')[0]?.value).toBe('GB')
    expect(matchingOptions(NATIONALITIES, 'stateless')[0]?.label).toBe('Stateless')
  })
})
