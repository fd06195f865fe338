import { describe, expect, test } from 'vitest'
import { matchingOptions, namedOption } from './combobox-match.ts'

const OPTIONS = [
  { value: 'CI', label: 'Côte d’Ivoire', keywords: ['Ivory Coast'] },
  { value: 'DM', label: 'Dominica' },
  { value: 'DO', label: 'Dominican Republic' },
  { value: 'NL', label: 'Netherlands', keywords: ['Holland'] },
  { value: 'NE', label: 'Niger' },
  { value: 'NG', label: 'Nigeria' },
  { value: 'UA', label: 'Ukraine' },
  { value: 'AE', label: 'United Arab Emirates', keywords: ['UAE'] },
  { value: 'GB', label: 'United Kingdom', keywords: ['UK', 'Great Britain'] },
]
const found = (typed: string) => matchingOptions(OPTIONS, typed).map(({ value }) => value)

describe('what a typed text may mean', () => {
  test.each([
    ['', OPTIONS.map(({ value }) => value)],
    ['uk', ['GB', 'UA']],
    ['united', ['AE', 'GB']],
    ['king', ['GB']],
    ['brit', ['GB']],
    ['holland', ['NL']],
    ['cote divoire', ['CI']],
    ["Côte d'Iv", ['CI']],
    ['IVORY', ['CI']],
    ['nig', ['NE', 'NG']],
    ['land', ['NL']],
    ['er', []],
    ['dominica', ['DM', 'DO']],
    ['xyz', []],
  ])('“%s” finds %j', (typed, values) => expect(found(typed)).toEqual(values))
})

describe('what a text names exactly', () => {
  test.each([
    ['united kingdom', 'GB'],
    [' U.K. ', 'GB'],
    ['Niger', 'NE'],
    ['Nige', undefined],
    ['', undefined],
  ])('“%s” is %s', (typed, value) => expect(namedOption(OPTIONS, typed)?.value).toBe(value))
})

describe('what is chosen most often', () => {
  const RANKED = [
    { value: 'IO', label: 'British Indian Ocean Territory' },
    { value: 'VG', label: 'British Virgin Islands' },
    { value: 'BN', label: 'Brunei', place: 4 },
    { value: 'GB', label: 'United Kingdom', keywords: ['British'], place: 0 },
    { value: 'US', label: 'United States', keywords: ['American'], place: 1 },
    { value: 'AE', label: 'United Arab Emirates' },
  ]
  test.each([
    ['brit', ['GB', 'IO', 'VG']],
    ['br', ['GB', 'BN', 'IO', 'VG']],
    ['united', ['GB', 'US', 'AE']],
    // An exact name takes precedence, however rarely it is chosen.
    ['british virgin islands', ['VG']],
    ['rit', ['IO', 'VG']],
  ])('comes first for “%s”', (typed, values) =>
    expect(matchingOptions(RANKED, typed).map(({ value }) => value)).toEqual(values),
  )
})
