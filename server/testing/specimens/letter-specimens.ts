import type { SKRSContext2D } from '@napi-rs/canvas'
import PDFDocument from 'pdfkit'
import { addDays, type PlainDate } from '#domain/plain-date.ts'
import { pick, type Random } from '#domain/screening/ordinary-people.ts'
import { FAMILIES, type Paper, photograph, type Shot } from './paper.ts'
import type { SpecimenPerson } from './people.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const SENDERS = ['Utopia Power', 'Bank of Utopia', 'Northwater Specimen', 'Fernhill Broadband'] as const
const A4: Paper = { width: 2100, height: 1480, tint: '#fbfbf8', ink: '#1c2328', hasWaves: false }

export interface LetterTruth {
  name: string
  postcode: string
  street: string
  issuedOn: PlainDate
}

interface Letter extends LetterTruth {
  sender: string
  rows: { text: string; x: number; y: number; size: number }[]
}

/** The upper part of a bill or statement to this person, as a picture. */
export async function letterSpecimen(
  person: SpecimenPerson,
  today: PlainDate,
  shot: Shot,
  random: Random,
): Promise<LetterTruth & { picture: Buffer }> {
  const letter = letterTo(person, today, random)
  const family = pick(FAMILIES, random)
  const draw = (context: SKRSContext2D) => {
    for (const { text, x, y, size } of letter.rows) {
      context.font = `${size}px "${family}", "Noto Sans"`
      context.fillText(text, x, y)
    }
  }
  return { ...letter, picture: await photograph(A4, draw, shot, random) }
}

/** The same as a PDF whose text can be read. */
export async function letterPdf(
  person: SpecimenPerson,
  today: PlainDate,
  random: Random,
): Promise<LetterTruth & { file: Buffer }> {
  // The standard fonts of PDFs only have Western European letters.
  const letter = letterTo(
    { ...person, surname: latin(person.surname), givenNames: latin(person.givenNames) },
    today,
    random,
  )
  const file = await pdfOf((document) => {
    for (const { text, x, y, size } of letter.rows)
      document.fontSize(size * 0.27).text(text, x * 0.28, y * 0.28, { lineBreak: false })
  })
  return { ...letter, file }
}

/** A picture as a PDF made by a scanner, which adds its own name below. */
export function scannedPdf(picture: Buffer): Promise<Buffer> {
  return pdfOf((document) => {
    document.image(picture, 30, 60, { width: 535 })
    document.fontSize(9).text('Scanned with Fern Scan', 30, 800, { lineBreak: false })
  })
}

async function pdfOf(draw: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const document = new PDFDocument({ size: [595, 842] })
  const parts: Buffer[] = []
  const done = new Promise((resolve) => document.on('end', resolve))
  document.on('data', (part: Buffer) => parts.push(part))
  draw(document)
  document.end()
  await done
  return Buffer.concat(parts)
}

function letterTo(person: SpecimenPerson, today: PlainDate, random: Random): Letter {
  const { street, town, postcode } = person.address
  const issuedOn = addDays(today, -Math.floor(random() * 80))
  const name = `${person.givenNames.split(' ')[0]} ${person.surname}`
  const sender = pick(SENDERS, random)
  const row = (text: string, x: number, y: number, size: number) => ({ text, x, y, size })
  const [year = '', month = '', day = ''] = issuedOn.split('-')
  const written = `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
  return {
    sender,
    name,
    street,
    postcode,
    issuedOn,
    rows: [
      row(sender, 180, 160, 60),
      row('SPECIMEN', 1600, 160, 46),
      row(`${pick(['Ms', 'Mr', 'Mx'], random)} ${name}`, 180, 420, 46),
      row(street, 180, 490, 46),
      row(`${town} ${postcode}`, 180, 560, 46),
      row(`Statement date ${written}`, 1150, 700, 42),
      row('Account 0000 4417', 1150, 770, 42),
      row(
        pick(['Your electricity bill', 'Your statement of account', 'Your broadband bill'], random),
        180,
        920,
        66,
      ),
      row('This is an invented letter. It bears no money and no claim.', 180, 1040, 38),
      row(
        `Amount due by ${Number(day)} ${MONTHS[Number(month) % 12]} ${Number(year) + 1}   £84.16`,
        180,
        1160,
        42,
      ),
    ],
  }
}

function latin(name: string): string {
  return name
    .replaceAll('Ł', 'L')
    .replaceAll('ł', 'l')
    .replaceAll('’', "'")
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
}
