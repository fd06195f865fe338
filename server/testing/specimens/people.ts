import { addDays, type PlainDate, plainDate } from '#domain/plain-date.ts'
import { checkDigit } from '#domain/reading/code-digits.ts'
import { pick, type Random } from '#domain/screening/ordinary-people.ts'

/** An invented person. */
export interface SpecimenPerson {
  /** As the page prints it. */
  surname: string
  givenNames: string
  sex: 'F' | 'M'
  birthDate: PlainDate
  number: string
  nationality: string
  issuedOn: PlainDate
  expiresOn: PlainDate
  address: { street: string; town: string; postcode: string }
}

const SURNAMES =
  'Okafor,Marchetti,Solheim,Müller,O’Connor,Smith-Jones,Nowak,Łukaszewicz,Ødegaard,García Castro,Njoroge,Ó Briain,Papadopoulou,Ivanova,Haugen,Brontë,Khan,Patel,Wójcik,Åkesson,Bui,Hughes,Whitfield,Fernández,Achterberg,Quist,Zielińska,Yilmaz,Jovanović'.split(
    ',',
  )
const GIVEN =
  'Amara Sofia Ingrid Maren Chidinma José Zoë Anna Michał Øystein Siân Tomasz Grace Imani Björn Leticia Marc-Antoine Yusuf Olga Francis Beatrix Quentin Vera Xenia Hannah Dylan Jiří Wanda Kofi'.split(
    ' ',
  )
const STATES = ['UTO', 'GBR', 'NOR', 'ITA', 'POL', 'IRL', 'NGA', 'D', 'ESP', 'GRC', 'KEN', 'SWE'] as const
const STREETS = [
  'Larkfield Road',
  'Tidemill Lane',
  'Orchard Close',
  'Station Street',
  'High Meadow',
  'Queens Avenue',
]
const TOWNS = [
  ['Bristol', 'BS99'],
  ['Leeds', 'LS99'],
  ['Cardiff', 'CF99'],
  ['Glasgow', 'G99'],
  ['Norwich', 'NR99'],
  ['London', 'SE99'],
] as const

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const whole = (least: number, most: number, random: Random) =>
  least + Math.floor(random() * (most - least + 1))
const dayIn = (first: number, last: number, random: Random): PlainDate =>
  plainDate(whole(first, last, random), whole(1, 12, random), whole(1, 28, random)) as PlainDate

/** Returns the same person for the same random numbers. */
export function specimenPerson(random: Random, today: PlainDate): SpecimenPerson {
  const year = Number(today.slice(0, 4))
  const names = [pick(GIVEN, random), ...(random() < 0.5 ? [pick(GIVEN, random)] : [])]
  const issuedOn = dayIn(year - 8, year - 1, random)
  const [town, area] = pick(TOWNS, random)
  return {
    surname: pick(SURNAMES, random),
    givenNames: [...new Set(names)].join(' '),
    sex: random() < 0.5 ? 'F' : 'M',
    birthDate: dayIn(year - 80, year - 19, random),
    number:
      (random() < 0.5 ? pick([...LETTERS], random) + pick([...LETTERS], random) : '') +
      Array.from({ length: 7 }, () => whole(0, 9, random)).join(''),
    nationality: pick(STATES, random),
    issuedOn,
    expiresOn: addDays(issuedOn, 3652),
    address: {
      street: `${whole(1, 140, random)} ${pick(STREETS, random)}`,
      town,
      postcode: `${area} ${whole(1, 9, random)}A${pick([...'ABDEFGHJ'], random)}`,
    },
  }
}

/** The standard's spelling of letters that a code does not have. */
const SPELLINGS: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Ø: 'OE',
  Å: 'AA',
  Æ: 'AE',
  ß: 'SS',
  Ñ: 'N',
  Ł: 'L',
  Đ: 'D',
  Þ: 'TH',
}

/** A name as a code has it: capitals, no accents, fillers between words. */
export function codeName(name: string): string {
  return [...name.toUpperCase()]
    .map((letter) => SPELLINGS[letter] ?? letter.normalize('NFD').replace(/[\u0300-\u036f]/g, ''))
    .join('')
    .replace(/['’]/g, '')
    .replace(/[^A-Z0-9]+/g, '<')
}

export type CodeFormat = 'TD1' | 'TD2' | 'TD3'

/** The lines of the code of a document of this person, with correct check digits. */
export function codeOf(person: SpecimenPerson, format: CodeFormat): string[] {
  const fill = (text: string, length: number) => text.slice(0, length).padEnd(length, '<')
  const short = (date: PlainDate) => date.slice(2).replaceAll('-', '')
  const names = `${codeName(person.surname)}<<${codeName(person.givenNames)}`
  const number = fill(person.number, 9) + checkDigit(fill(person.number, 9))
  const born = short(person.birthDate) + checkDigit(short(person.birthDate))
  const ends = short(person.expiresOn) + checkDigit(short(person.expiresOn))
  const nation = fill(person.nationality, 3)
  switch (format) {
    case 'TD1': {
      const first = fill(`I<${nation}${number}`, 30)
      const second = fill(`${born}${person.sex}${ends}${nation}`, 29)
      const whole = first.slice(5) + born + ends + second.slice(18, 29)
      return [first, second + checkDigit(whole), fill(names, 30)]
    }
    case 'TD2': {
      const second = fill(`${number}${nation}${born}${person.sex}${ends}`, 35)
      return [
        fill(`I<${nation}${names}`, 36),
        second + checkDigit(number + born + ends + second.slice(28, 35)),
      ]
    }
    case 'TD3': {
      const second = fill(`${number}${nation}${born}${person.sex}${ends}`, 42)
      const optional = `${second.slice(28, 42)}<`
      return [fill(`P<${nation}${names}`, 44), `${second}<${checkDigit(number + born + ends + optional)}`]
    }
    default:
      return format satisfies never
  }
}

/** The number of a British driving licence of this person. */
export function licenceNumber(
  { surname, givenNames, sex, birthDate }: SpecimenPerson,
  random: Random,
): string {
  const [first = '', second = ''] = givenNames.split(/[ -]/).map((name) => codeName(name).replaceAll('<', ''))
  const letters = codeName(surname).replaceAll('<', '')
  const month = Number(birthDate.slice(5, 7)) + (sex === 'F' ? 50 : 0)
  return (
    letters.slice(0, 5).padEnd(5, '9') +
    birthDate[2] +
    String(month).padStart(2, '0') +
    birthDate.slice(8, 10) +
    birthDate[3] +
    (first[0] ?? '9') +
    (second[0] ?? '9') +
    '9' +
    pick([...LETTERS], random) +
    pick([...LETTERS], random)
  )
}
