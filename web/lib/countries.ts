import { COUNTRY_CODES, STATELESS } from '#contract/countries.ts'
import { countryName } from '#domain/country-names.ts'

/** Names people look for that are neither the usual name nor a beginning of it. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'Dubai', 'Abu Dhabi', 'Emirati'],
  CD: ['DRC', 'DR Congo', 'Democratic Republic of the Congo', 'Zaire'],
  CG: ['Republic of the Congo'],
  CH: ['Swiss'],
  CI: ['Ivory Coast', 'Ivorian'],
  CN: ['Chinese', 'PRC'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  DK: ['Danish'],
  ES: ['Spanish'],
  FI: ['Finnish'],
  FK: ['Malvinas'],
  FR: ['French'],
  GB: [
    'UK',
    'Great Britain',
    'British',
    'England',
    'Scotland',
    'Scottish',
    'Wales',
    'Welsh',
    'Northern Ireland',
  ],
  GG: ['Channel Islands'],
  GR: ['Greek', 'Hellenic Republic'],
  HK: ['Hong Kong'],
  IE: ['Republic of Ireland', 'Eire', 'Irish'],
  IM: ['Manx'],
  JE: ['Channel Islands'],
  KP: ['DPRK', 'Democratic People’s Republic of Korea'],
  KR: ['Republic of Korea', 'Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland', 'The Netherlands', 'Dutch'],
  NO: ['Norwegian'],
  PH: ['Filipino', 'Philippine'],
  PL: ['Polish'],
  PS: ['Palestine'],
  PT: ['Portuguese'],
  RU: ['Russian Federation'],
  SE: ['Swedish'],
  SZ: ['Swaziland'],
  TH: ['Thai'],
  TL: ['East Timor'],
  TR: ['Turkey', 'Turkish'],
  TW: ['Taiwanese', 'Republic of China'],
  US: ['USA', 'United States of America', 'America'],
  VA: ['Holy See'],
}

export interface CountryOption {
  value: string
  label: string
  keywords: readonly string[]
}

/** Every country by name, with its code and the other names it is found by. */
export const COUNTRIES: readonly CountryOption[] = COUNTRY_CODES.map((code) => ({
  value: code,
  label: countryName(code),
  keywords: [code, ...(OTHER_NAMES[code] ?? [])],
})).sort((one, other) => one.label.localeCompare(other.label, 'en-GB'))

/** Every nationality by its country; the last is for people whom no country holds for its own. */
export const NATIONALITIES: readonly CountryOption[] = [
  ...COUNTRIES,
  { value: STATELESS, label: countryName(STATELESS), keywords: ['None', 'No nationality'] },
]
