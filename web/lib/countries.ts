import { COUNTRY_CODES, STATELESS } from '#contract/countries.ts'
import { countryName } from '#domain/country-names.ts'
import { DEMONYMS } from './demonyms.ts'

/** Names people look for that are neither the usual name nor a beginning of it. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'Dubai', 'Abu Dhabi'],
  CD: ['DRC', 'DR Congo', 'Democratic Republic of the Congo', 'Zaire'],
  CG: ['Republic of the Congo'],
  CI: ['Ivory Coast'],
  CN: ['PRC'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FK: ['Malvinas'],
  GB: [
    'UK',
    'GB',
    'Great Britain',
    'Britain',
    'England',
    'English',
    'Scotland',
    'Scottish',
    'Wales',
    'Welsh',
    'Northern Ireland',
  ],
  GG: ['Channel Islands'],
  GR: ['Hellenic Republic'],
  HK: ['Hong Kong'],
  IE: ['Republic of Ireland', 'Eire'],
  JE: ['Channel Islands'],
  KP: ['DPRK', 'Democratic People’s Republic of Korea'],
  KR: ['Republic of Korea', 'Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland', 'The Netherlands'],
  PS: ['Palestine'],
  RU: ['Russian Federation'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  TW: ['Republic of China'],
  US: ['USA', 'US', 'United States of America', 'America'],
  VA: ['Holy See'],
}

/** The countries most applicants come from, in this order ahead of others that a text may mean as well. */
const MOST_USED = [
  ...['GB', 'IE', 'US', 'FR', 'DE', 'ES', 'IT', 'NL', 'PL', 'PT', 'RO', 'IN', 'PK', 'NG', 'CN', 'HK', 'AU'],
  ...['CA', 'ZA', 'CH', 'BE', 'SE', 'NO', 'DK', 'AE', 'SG', 'JP', 'BR', 'TR', 'UA', 'NZ'],
]

export interface CountryOption {
  value: string
  label: string
  keywords: readonly string[]
  place?: number
}

/**
 * Every country by name, with the other names it is found by. Codes are not among them but for those that people say:
 * someone who typed two letters of another name would have chosen a country unawares.
 */
export const COUNTRIES: readonly CountryOption[] = COUNTRY_CODES.map((code) => ({
  value: code,
  label: countryName(code),
  keywords: [...(OTHER_NAMES[code] ?? []), ...(DEMONYMS[code] ?? [])],
  ...(MOST_USED.includes(code) && { place: MOST_USED.indexOf(code) }),
})).sort((left, right) => left.label.localeCompare(right.label, 'en-GB'))

/** Every nationality by its country; the last is for people whom no country holds for its own. */
export const NATIONALITIES: readonly CountryOption[] = [
  ...COUNTRIES,
  { value: STATELESS, label: countryName(STATELESS), keywords: ['None', 'No nationality'] },
]
