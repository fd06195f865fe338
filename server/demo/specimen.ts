import { readFile } from 'node:fs/promises'
import type { DocumentSlot } from '#contract/documents/documents.ts'
import { dateParts, type PlainDate } from '#domain/plain-date.ts'
import { loadSharp } from '#server/platform/files/image-check.ts'

/** The characters in `digits.png`, all of the same width: a machine that runs the product may have no fonts. */
const DIGITS = '0123456789.'
const DIGIT = { width: 14, height: 28 }

/** Where a letter shows its date: next to the name, up to the right edge of its text. */
const DATE = { right: 785, top: 192 }

/**
 * A made-up document of a demo person, plainly marked as a specimen. A letter has to be recent, so its date is printed when it is
 * stored: `issuedOn`, or none.
 */
export async function specimen(
  slot: DocumentSlot,
  name: string,
  issuedOn: PlainDate | null,
): Promise<Buffer> {
  const picture = await fileOf(`${name.toLowerCase().replaceAll(' ', '-')}-${slot}.jpg`)
  if (!issuedOn) return picture
  const sharp = await loadSharp()
  const digits = await fileOf('digits.png')
  const text = dateOf(issuedOn)
  const letters = [...text].map(async (letter, index) => ({
    input: await sharp(digits)
      .extract({ ...DIGIT, left: DIGITS.indexOf(letter) * DIGIT.width, top: 0 })
      .toBuffer(),
    left: DATE.right - (text.length - index) * DIGIT.width,
    top: DATE.top,
  }))
  return sharp(picture)
    .composite(await Promise.all(letters))
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** As the specimen licences write their dates: 03.11.2026. */
function dateOf(day: PlainDate): string {
  const { year, month, day: dayOfMonth } = dateParts(day)
  return [dayOfMonth, month].map((part) => `${String(part).padStart(2, '0')}.`).join('') + year
}

function fileOf(name: string): Promise<Buffer> {
  return readFile(new URL(`./specimens/${name}`, import.meta.url))
}
