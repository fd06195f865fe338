import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** Letters of one script at one weight; Noto Sans comes in one file for each. */
export interface FontFile {
  name: string
  bytes: Buffer
}

/** In the order in which they are tried: what the first of them has, it writes. */
const FILES = [
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'].map(
    (script) => ({ family: 'noto-sans', script }),
  ),
  ...['arabic', 'hebrew', 'thai'].map((script) => ({ family: `noto-sans-${script}`, script })),
]

export type FontWeight = 400 | 700

const loaded = new Map<FontWeight, Promise<FontFile[]>>()

/** The files of Noto Sans at a weight, read with the first document that needs them. */
export function notoFonts(weight: FontWeight): Promise<FontFile[]> {
  const known = loaded.get(weight) ?? readAll(weight)
  loaded.set(weight, known)
  return known
}

async function readAll(weight: FontWeight): Promise<FontFile[]> {
  const { resolve } = createRequire(import.meta.url)
  const { convert } = await import('fontverter')
  return Promise.all(
    FILES.map(async ({ family, script }) => {
      const path = resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`)
      // Plain, once: pdfkit would unpack every table again for each document.
      return { name: `${script}-${weight}`, bytes: await convert(await readFile(path), 'sfnt') }
    }),
  )
}
