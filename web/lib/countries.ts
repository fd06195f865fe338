import { COUNTRY_CODES, STATELESS } from '#contract/countries.ts'
import { countryName } from '#domain/country-names.ts'
import { DEMONYMS } from './demonyms.ts'

/** Names that people search for, other than the usual name and its beginning. */
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

/** The countries of most applicants; in this order before others that match a text. */
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
 * Every country by name, with other names it is found by. Codes aren't among them, except those that people
 * say: someone who types two letters of another name would choose a country unintentionally.
 */
export const COUNTRIES: readonly CountryOption[] = COUNTRY_CODES.map((code) => ({
  value: code,
  label: countryName(code),
  keywords: [...(OTHER_NAMES[code] ?? []), ...(DEMONYMS[code] ?? [])],
  ...(MOST_USED.includes(code) && { place: MOST_USED.indexOf(code) }),
})).sort((left, right) => left.label.localeCompare(right.label, 'en-GB'))

/** Every nationality by its country; the last is for stateless people. */
export const NATIONALITIES: readonly CountryOption[] = [
  ...COUNTRIES,
  { value: STATELESS, label: countryName(STATELESS), keywords: ['None', 'No nationality'] },
]
