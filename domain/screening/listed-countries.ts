import { COUNTRY_CODES } from '#contract/countries.ts'
import { countryName } from '#domain/country-names.ts'

/** Country names used by lists that differ from the everyday ones. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'russian federation': 'RU',
  'syrian arab republic': 'SY',
  'islamic republic of iran': 'IR',
  'iran islamic republic of': 'IR',
  burma: 'MM',
  myanmar: 'MM',
  'myanmar burma': 'MM',
  'democratic peoples republic of korea': 'KP',
  dprk: 'KP',
  'korea north': 'KP',
  'republic of korea': 'KR',
  'korea south': 'KR',
  'democratic republic of the congo': 'CD',
  congo: 'CG',
  'united kingdom of great britain and northern ireland': 'GB',
  'great britain': 'GB',
  uk: 'GB',
  'united states of america': 'US',
  usa: 'US',
  uae: 'AE',
  'united republic of tanzania': 'TZ',
  'bolivarian republic of venezuela': 'VE',
  'venezuela bolivarian republic of': 'VE',
  'bolivia plurinational state of': 'BO',
  'lao peoples democratic republic': 'LA',
  'libyan arab jamahiriya': 'LY',
  'republic of moldova': 'MD',
  'hong kong': 'HK',
  macau: 'MO',
  palestine: 'PS',
  'state of palestine': 'PS',
  'occupied palestinian territories': 'PS',
  turkey: 'TR',
  turkiye: 'TR',
  'ivory coast': 'CI',
  'cote divoire': 'CI',
  'viet nam': 'VN',
  'czech republic': 'CZ',
  swaziland: 'SZ',
  macedonia: 'MK',
  'cabo verde': 'CV',
}

let codes: ReadonlyMap<string, string> | undefined

/** Returns the code of a country from a list's name or code; null if it is unknown, so that it says nothing. */
export function listedCountry(text: string): string | null {
  codes ??= new Map([
    ...COUNTRY_CODES.map((code) => [plain(countryName(code)), code] as const),
    ...Object.entries(OTHER_NAMES),
  ])
  const code = text.trim().toUpperCase()
  return codes.get(plain(text)) ?? COUNTRY_CODES.find((known) => known === code) ?? null
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}’']/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}]+/gu, ' ')
    .replace(/^\s*(the )?|\s+$/g, '')
}
