import type { SKRSContext2D } from '@napi-rs/canvas'
import type { PlainDate } from '#domain/plain-date.ts'
import { pick, type Random } from '#domain/screening/ordinary-people.ts'
import { drawCode } from './ocr-b.ts'
import { FAMILIES, type Paper, photograph, type Shot } from './paper.ts'
import { type CodeFormat, codeOf, licenceNumber, type SpecimenPerson } from './people.ts'

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
/** In tenths of a millimetre: a page of a passport, a card, and the larger card of TD2. */
const SIZES: Readonly<Record<CodeFormat, { width: number; height: number }>> = {
  TD3: { width: 1250, height: 880 },
  TD2: { width: 1050, height: 740 },
  TD1: { width: 856, height: 540 },
}

export interface IdSpecimen {
  picture: Buffer
  /** The lines of the machine-readable code, or the number of a licence. */
  code: string[]
}

/** The page of a document that has the code: of a passport the data page, of a card its back. */
export async function codedSpecimen(
  person: SpecimenPerson,
  format: CodeFormat,
  shot: Shot,
  random: Random,
  { printed = person }: { printed?: SpecimenPerson } = {},
): Promise<IdSpecimen> {
  const code = codeOf(person, format)
  const size = SIZES[format]
  const paper: Paper = { ...size, ...someColours(random), hasWaves: true }
  const family = pick(FAMILIES, random)
  const pitch = format === 'TD3' ? 25.4 : format === 'TD2' ? 25.4 : 25.4
  const weight = 0.8 + random() * 0.35
  const picture = await photograph(
    paper,
    (context) => {
      if (format !== 'TD1') printPage(context, printed, family, format)
      else printBack(context, family)
      const [length] = code.map(({ length }) => length)
      const x = (size.width - pitch * (length ?? 0)) / 2
      const lines = code.length
      context.fillStyle = 'rgba(255,255,255,0.55)'
      const zone = lines * 63 + 50
      context.fillRect(0, size.height - zone, size.width, zone)
      context.fillStyle = '#14181c'
      for (const [index, line] of code.entries())
        drawCode(context, line, { x, y: size.height - 45 - (lines - 1 - index) * 63.5, pitch, weight })
    },
    shot,
    random,
  )
  return { picture, code }
}

/** The front of a card whose code is on its back. */
export async function cardFrontSpecimen(person: SpecimenPerson, shot: Shot, random: Random): Promise<Buffer> {
  const paper: Paper = { ...SIZES.TD2, ...someColours(random), hasWaves: true }
  const family = pick(FAMILIES, random)
  return photograph(paper, (context) => printPage(context, person, family, 'TD2'), shot, random)
}

/** The front of a British driving licence. */
export async function licenceSpecimen(
  person: SpecimenPerson,
  shot: Shot,
  random: Random,
): Promise<IdSpecimen> {
  const paper: Paper = { ...SIZES.TD1, ...someColours(random), hasWaves: true }
  const family = pick(FAMILIES, random)
  const number = licenceNumber(person, random)
  const picture = await photograph(
    paper,
    (context) => {
      text(context, family, 'DRIVING LICENCE', 300, 62, 34)
      text(context, family, 'SPECIMEN', 650, 62, 22, '#8a2f3f')
      portrait(context, 30, 90, 220, 270)
      const left = 285
      text(context, family, `1. ${person.surname.toUpperCase()}`, left, 125, 28)
      text(context, family, `2. ${person.givenNames.toUpperCase()}`, left, 168, 28)
      text(context, family, `3. ${dotted(person.birthDate)} UTOPIA`, left, 211, 26)
      text(context, family, `4a. ${dotted(person.issuedOn)}   4c. DVLA`, left, 254, 26)
      text(context, family, `4b. ${dotted(person.expiresOn)}`, left, 297, 26)
      text(context, family, `5. ${number} 24`, left, 340, 28)
      text(context, family, `8. ${person.address.street.toUpperCase()},`, left, 400, 23)
      text(
        context,
        family,
        `${person.address.town.toUpperCase()}, ${person.address.postcode}`,
        left + 26,
        430,
        23,
      )
      text(context, family, '9. AM/A/B1/B/f/k/l/n/p/q', left, 490, 20)
    },
    shot,
    random,
  )
  return { picture, code: [number] }
}

function printPage(context: SKRSContext2D, person: SpecimenPerson, family: string, format: CodeFormat): void {
  const { width } = SIZES[format]
  const [left, step] = [width * 0.34, format === 'TD3' ? 92 : 76]
  text(context, family, `UTOPIA   ${format === 'TD3' ? 'PASSPORT' : 'IDENTITY CARD'}`, 60, 70, 36)
  text(context, family, 'SPECIMEN', width - 260, 70, 26, '#8a2f3f')
  portrait(context, 50, 110, width * 0.24, width * 0.31)
  const rows: [string, string][][] = [
    [
      ['Type', format === 'TD3' ? 'P' : 'I'],
      ['Code', person.nationality],
      ['Passport No.', person.number],
    ],
    [['Surname', person.surname.toUpperCase()]],
    [['Given names', person.givenNames.toUpperCase()]],
    [
      ['Nationality', 'UTOPIAN'],
      ['Date of birth', spelled(person.birthDate)],
    ],
    [
      ['Sex', person.sex],
      ['Issued', spelled(person.issuedOn)],
      ['Expires', spelled(person.expiresOn)],
    ],
  ]
  for (const [index, row] of rows.entries())
    for (const [column, [label, value]] of row.entries()) {
      const x = left + (column * (width - left - 20)) / 3 + (row.length === 2 ? column * 60 : 0)
      text(context, family, label, x, 125 + index * step, 17, '#4a5a66')
      text(context, family, value, x, 158 + index * step, 30)
    }
}

function printBack(context: SKRSContext2D, family: string): void {
  text(context, family, 'SPECIMEN', 590, 60, 26, '#8a2f3f')
  text(context, family, 'Remarks', 50, 70, 18, '#4a5a66')
  text(context, family, 'LEAVE TO REMAIN', 50, 105, 28)
  text(context, family, 'Place of birth', 50, 160, 18, '#4a5a66')
  text(context, family, 'UTOPIA', 50, 195, 28)
}

function portrait(context: SKRSContext2D, x: number, y: number, width: number, height: number): void {
  context.save()
  context.fillStyle = '#cfd2d4'
  context.fillRect(x, y, width, height)
  context.fillStyle = '#6b5348'
  context.beginPath()
  context.arc(x + width / 2, y + height * 0.42, width * 0.26, 0, Math.PI * 2)
  context.arc(x + width / 2, y + height * 1.02, width * 0.42, Math.PI, 0)
  context.fill()
  context.restore()
}

function text(
  context: SKRSContext2D,
  family: string,
  value: string,
  x: number,
  y: number,
  size: number,
  colour = '#1c2328',
): void {
  context.fillStyle = colour
  // Noto Sans has the letters that the other fonts lack.
  context.font = `${size}px "${family}", "Noto Sans"`
  context.fillText(value, x, y)
}

function someColours(random: Random): Pick<Paper, 'tint' | 'ink'> {
  return { tint: pick(['#e8edf0', '#f3e3e8', '#e6efe4', '#f1ecdc', '#e4e6f2'], random), ink: '#1c2328' }
}

function spelled(date: PlainDate): string {
  return `${date.slice(8)} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}

function dotted(date: PlainDate): string {
  return [date.slice(8), date.slice(5, 7), date.slice(0, 4)].join('.')
}
