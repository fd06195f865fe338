/** A letter that a position of a code may be, with its likeness: 1 is identical. The most likely comes first. */
export interface CodeCandidate {
  letter: string
  likeness: number
}

/** A part of a code: its line, start, and exclusive end. */
export interface CodePart {
  line: number
  start: number
  end: number
}

/** What a code’s check digit covers, and where it is. */
export interface CodeCheck {
  of: 'number' | 'birthDate' | 'expiresOn' | 'personal' | 'all'
  parts: readonly CodePart[]
  at: { line: number; place: number }
  /** Whether a filler may replace the digit. */
  mayBeMissing?: true
}

export type CodeFormatName = 'TD1' | 'TD2' | 'TD3'

interface CodeFormat {
  lines: number
  length: number
  /**
   * Per line, the letters allowed at each position: `a` letter or filler, `n` digit, `x` any, `f` digit or filler, `s`
   * sex, `t` type.
   */
  places: readonly string[]
  checks: readonly CodeCheck[]
  states: readonly CodePart[]
}

const part = (line: number, start: number, end: number): CodePart => ({ line, start, end })
const repeat = (kind: string, count: number) => kind.repeat(count)

/** The second lines of passports and of TD2 start alike. */
const SECOND_LINE = `${repeat('x', 9)}faaa${repeat('n', 7)}s${repeat('n', 7)}`
const CHECKS_OF_TWO: readonly CodeCheck[] = [
  { of: 'number', parts: [part(1, 0, 9)], at: { line: 1, place: 9 }, mayBeMissing: true },
  { of: 'birthDate', parts: [part(1, 13, 19)], at: { line: 1, place: 19 } },
  { of: 'expiresOn', parts: [part(1, 21, 27)], at: { line: 1, place: 27 } },
]

/** The machine-readable codes of travel documents (ICAO 9303, parts 4 to 6). */
export const CODE_FORMATS: Readonly<Record<CodeFormatName, CodeFormat>> = {
  TD1: {
    lines: 3,
    length: 30,
    places: [
      `taaaa${repeat('x', 9)}f${repeat('x', 15)}`,
      `${repeat('n', 7)}s${repeat('n', 7)}aaa${repeat('x', 11)}n`,
      repeat('a', 30),
    ],
    checks: [
      { of: 'number', parts: [part(0, 5, 14)], at: { line: 0, place: 14 }, mayBeMissing: true },
      { of: 'birthDate', parts: [part(1, 0, 6)], at: { line: 1, place: 6 } },
      { of: 'expiresOn', parts: [part(1, 8, 14)], at: { line: 1, place: 14 } },
      {
        of: 'all',
        parts: [part(0, 5, 30), part(1, 0, 7), part(1, 8, 15), part(1, 18, 29)],
        at: { line: 1, place: 29 },
      },
    ],
    states: [part(0, 2, 5), part(1, 15, 18)],
  },
  TD2: {
    lines: 2,
    length: 36,
    places: [`t${repeat('a', 35)}`, `${SECOND_LINE}${repeat('x', 7)}n`],
    checks: [
      ...CHECKS_OF_TWO,
      {
        of: 'all',
        parts: [part(1, 0, 10), part(1, 13, 20), part(1, 21, 35)],
        at: { line: 1, place: 35 },
      },
    ],
    states: [part(0, 2, 5), part(1, 10, 13)],
  },
  TD3: {
    lines: 2,
    length: 44,
    places: [`p${repeat('a', 43)}`, `${SECOND_LINE}${repeat('x', 14)}fn`],
    checks: [
      ...CHECKS_OF_TWO,
      { of: 'personal', parts: [part(1, 28, 42)], at: { line: 1, place: 42 }, mayBeMissing: true },
      {
        of: 'all',
        parts: [part(1, 0, 10), part(1, 13, 20), part(1, 21, 43)],
        at: { line: 1, place: 43 },
      },
    ],
    states: [part(0, 2, 5), part(1, 10, 13)],
  },
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const KINDS: Readonly<Record<string, string>> = {
  a: `${LETTERS}<`,
  n: DIGITS,
  f: `${DIGITS}<`,
  x: `${LETTERS}${DIGITS}<`,
  s: 'MFX<',
  t: 'ACIPV',
  p: 'P',
}

/** Returns the letters allowed at a position of a code. */
export function lettersAt(format: CodeFormatName, line: number, place: number): string {
  return KINDS[CODE_FORMATS[format].places[line]?.[place] ?? 'x'] ?? ''
}

/** Returns a code's format by the number and length of its lines. */
export function formatOf(lines: number, length: number): CodeFormatName | null {
  const names = Object.keys(CODE_FORMATS) as CodeFormatName[]
  return (
    names.find((name) => CODE_FORMATS[name].lines === lines && CODE_FORMATS[name].length === length) ?? null
  )
}
