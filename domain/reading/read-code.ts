import { parse, states } from 'mrz'
import { type PlainDate, plainDate } from '#domain/plain-date.ts'
import { DIGIT_FOR, LETTER_FOR } from './alike-letters.ts'
import { checkDigit } from './code-digits.ts'
import {
  CODE_FORMATS,
  type CodeCandidate,
  type CodeCheck,
  type CodeFormatName,
  type CodePart,
  formatOf,
  lettersAt,
} from './code-format.ts'

export type CodeLine = readonly (readonly CodeCandidate[])[]

export interface ReadCode {
  format: CodeFormatName
  lines: string[]
  /** By check digit; a check that the document omits is in neither. */
  right: CodeCheck['of'][]
  wrong: CodeCheck['of'][]
  surname: string
  givenNames: string
  /** Whether the names fill all of their room, so that some may be missing. */
  isCutOff: boolean
  number: string
  /** All possible numbers: if there are several, the check digit proves none. */
  numbers: string[]
  nationality: string
  issuingState: string
  birthDate: PlainDate | null
  expiresOn: PlainDate | null
  /** The likeness of its least likely letter. */
  confidence: number
}

/** If the average likeness is lower, the lines are not a code. */
export const LEAST_LIKENESS = 0.6
/** How much less alike a second letter may look and still be tried if a check digit is wrong. */
const MOST_DOUBT = 0.3
const TRIED_PLACES = 4
/** How much less alike another letter of a number may look and still be what is printed; a twin may differ by more. */
const NUMBER_DOUBT = 0.09
const MOST_TWIN_DOUBT = 0.2
const MOST_DOUBTFUL = 5

/**
 * Decodes a code: each position takes the likeliest letter that the standard allows there, and if a check digit is
 * wrong, the next likely ones at one position or two. Any check digit that still contradicts is reported as wrong. Null
 * if there is no code.
 */
export function readCode(cells: readonly CodeLine[], today: PlainDate): ReadCode | null {
  const format = formatOf(cells.length, cells[0]?.length ?? 0)
  if (!format) return null
  const likeness = likenessOf(cells)
  if (likeness < LEAST_LIKENESS) return null
  const allowed = cells.map((line, row) =>
    line.map((place, column) => allowedAt(place, lettersAt(format, row, column))),
  )
  const lines = allowed.map((line) => line.map(([best]) => best?.letter ?? '<').join(''))
  for (const state of CODE_FORMATS[format].states) putState(lines, allowed, state)
  const numbers = numbersOf(lines, allowed, format)
  const check = numberCheck(format)
  if (check && numbers[0] && standsFor(lines, check) === false) lines.splice(0, lines.length, ...numbers[0])
  for (const each of CODE_FORMATS[format].checks)
    if (each.of !== 'number') repair(lines, allowed, each, format)
  return {
    ...readLines(format, lines, today, likeness),
    numbers: numbers.map((tried) => numberIn(tried, format)),
  }
}

/** Returns how much lines look like a code: the average likeness of their likeliest letters. */
export function likenessOf(cells: readonly CodeLine[]): number {
  return average(cells.flatMap((line) => line.map(([best]) => best?.likeness ?? 0)))
}

/** Reads a code whose letters are all known. */
export function readLines(
  format: CodeFormatName,
  lines: string[],
  today: PlainDate,
  confidence = 1,
): ReadCode {
  const outcomes = CODE_FORMATS[format].checks.map((check) => [check.of, standsFor(lines, check)] as const)
  const of = (wanted: boolean) => outcomes.flatMap(([name, found]) => (found === wanted ? [name] : []))
  const parts = format === 'TD1' ? lines[2] : lines[0]?.slice(5)
  const [surname = '', given = ''] = (parts ?? '').replace(/<+$/, '').split('<<')
  return {
    format,
    lines,
    right: of(true),
    wrong: of(false),
    surname: spaced(surname),
    givenNames: spaced(given),
    isCutOff: /[A-Z]$/.test(parts ?? ''),
    number: numberIn(lines, format),
    numbers: [],
    nationality: stateOf(lines, CODE_FORMATS[format].states[1]),
    issuingState: stateOf(lines, CODE_FORMATS[format].states[0]),
    birthDate: dateOf(textOf(lines, dateParts(format, 'birthDate')), 'past', today),
    expiresOn: dateOf(textOf(lines, dateParts(format, 'expiresOn')), 'near', today),
    confidence,
  }
}

function allowedAt(place: readonly CodeCandidate[], letters: string): CodeCandidate[] {
  const found = place.filter(({ letter }) => letters.includes(letter))
  // If all likely letters of a position are of the wrong kind, the likeliest one’s twin is used.
  if (found.length > 0) return found
  const twin = TWINS[place[0]?.letter ?? '']
  return twin && letters.includes(twin)
    ? [{ letter: twin, likeness: 0.5 }]
    : [{ letter: letters.at(-1) ?? '<', likeness: 0 }]
}

/** Each letter's look-alike digit, and each digit's look-alike letter. */
const TWINS = { ...LETTER_FOR, ...DIGIT_FOR }

/** Whether the standard has this country code; its own specimens use one that is not a country. */
function isState(code: string): boolean {
  return code === 'UTO' || Object.hasOwn(states, code)
}

function stateOf(lines: readonly string[], part: CodePart | undefined): string {
  const code = part ? textOf(lines, part).replaceAll('<', '') : ''
  return isState(code) ? code : ''
}

/** Corrects a country code to one that the standard has. */
function putState(
  lines: string[],
  allowed: readonly CodeCandidate[][][],
  { line, start, end }: CodePart,
): void {
  const read = lines[line]?.slice(start, end) ?? ''
  if (isState(read.replace(/<+$/, ''))) return
  const likeness = (letter: string, place: number) =>
    allowed[line]?.[start + place]?.find((candidate) => candidate.letter === letter)?.likeness ?? -0.5
  const scored = Object.keys(states).map((state) => {
    const text = state.padEnd(end - start, '<')
    return { text, sum: [...text].reduce((sum, letter, place) => sum + likeness(letter, place), 0) }
  })
  const [best] = scored.sort((a, b) => b.sum - a.sum)
  if (best && best.sum > 1.2) put(lines, line, start, best.text)
}

/**
 * Tries the next likely letters if a check digit is wrong, and keeps them if exactly one change makes everything right.
 */
function repair(
  lines: string[],
  allowed: readonly CodeCandidate[][][],
  check: CodeCheck,
  format: CodeFormatName,
): void {
  if (standsFor(lines, check) !== false) return
  const places = [...check.parts, { line: check.at.line, start: check.at.place, end: check.at.place + 1 }]
    .flatMap(({ line, start, end }) =>
      Array.from({ length: end - start }, (_, at) => ({ line, place: start + at })),
    )
    .map(({ line, place }) => {
      const [best, ...others] = allowed[line]?.[place] ?? []
      const near = others.filter(({ likeness }) => (best?.likeness ?? 0) - likeness < MOST_DOUBT)
      return {
        line,
        place,
        doubt: (best?.likeness ?? 0) - (near[0]?.likeness ?? -1),
        letters: near.slice(0, 2),
      }
    })
    .filter(({ letters }) => letters.length > 0)
    .sort((a, b) => a.doubt - b.doubt)
    .slice(0, TRIED_PLACES)
  const all = CODE_FORMATS[format].checks.find(({ of }) => of === 'all')
  const good = places.flatMap(({ line, place, letters }) =>
    letters.flatMap(({ letter }) => {
      const tried = [...lines]
      put(tried, line, place, letter)
      const isRight = standsFor(tried, check) !== false && (!all || standsFor(tried, all) !== false)
      return isRight ? [tried] : []
    }),
  )
  const [only] = good
  if (only && good.length === 1) lines.splice(0, lines.length, ...only)
}

/**
 * Returns every number that the picture may show and that its check digit allows, the likeliest first. A check digit
 * detects one wrong position, but not two: if several numbers are possible it proves none of them.
 */
function numbersOf(
  lines: readonly string[],
  allowed: readonly CodeCandidate[][][],
  format: CodeFormatName,
): string[][] {
  const check = numberCheck(format)
  const [part] = check?.parts ?? []
  if (!check || !part || standsFor(lines, check) === null) return []
  const doubtful = Array.from({ length: part.end - part.start }, (_, at) => {
    const place = part.start + at
    const candidates = allowed[part.line]?.[place] ?? []
    const [best] = candidates
    const twin = TWINS[best?.letter ?? '']
    const options = candidates.filter(
      ({ letter, likeness }, index) =>
        index === 0 || (best?.likeness ?? 0) - likeness < (letter === twin ? MOST_TWIN_DOUBT : NUMBER_DOUBT),
    )
    return {
      place,
      options: options.slice(0, 3),
      doubt: (best?.likeness ?? 0) - (options[1]?.likeness ?? -1),
    }
  })
    .filter(({ options }) => options.length > 1)
    .toSorted((a, b) => a.doubt - b.doubt)
    .slice(0, MOST_DOUBTFUL)
  let tried = [{ lines: [...lines], likeness: 0 }]
  for (const { place, options } of doubtful)
    tried = tried.flatMap((each) =>
      options.map(({ letter, likeness }) => {
        const next = [...each.lines]
        put(next, part.line, place, letter)
        return { lines: next, likeness: each.likeness + likeness }
      }),
    )
  return tried
    .filter((each) => standsFor(each.lines, check) === true)
    .toSorted((x, y) => y.likeness - x.likeness)
    .map((each) => each.lines)
}

function numberCheck(format: CodeFormatName): CodeCheck | undefined {
  return CODE_FORMATS[format].checks.find(({ of }) => of === 'number')
}

/** Whether a check digit is right; null if the document omits it. */
function standsFor(lines: readonly string[], check: CodeCheck): boolean | null {
  const given = lines[check.at.line]?.[check.at.place] ?? '<'
  const text = check.parts.map((each) => textOf(lines, each)).join('')
  if (given === '<' && check.mayBeMissing) {
    // On a card, a longer number continues in the optional data, and its check digit is the last of them.
    if (check.of === 'number') return longNumber(lines)
    return /^<*$/.test(text) ? null : false
  }
  return checkDigit(text) === given
}

function longNumber(lines: readonly string[]): boolean | null {
  if (lines.length !== 3) return null
  const more = /^[A-Z0-9]+/.exec(lines[0]?.slice(15) ?? '')?.[0]
  if (!more) return null
  const first = lines[0]?.slice(5, 14) ?? ''
  const digit = more.at(-1)
  return [`${first}<${more.slice(0, -1)}`, `${first}${more.slice(0, -1)}`].some(
    (text) => checkDigit(text) === digit,
  )
}

function numberIn(lines: readonly string[], format: CodeFormatName): string {
  const { fields, documentNumber } = parse([...lines])
  return (documentNumber ?? fields.documentNumber ?? numberOf(lines, format)).replaceAll('<', '')
}

function numberOf(lines: readonly string[], format: CodeFormatName): string {
  const found = CODE_FORMATS[format].checks.find(({ of }) => of === 'number')?.parts[0]
  return found ? textOf(lines, found) : ''
}

function dateParts(format: CodeFormatName, of: 'birthDate' | 'expiresOn'): CodePart {
  const found = CODE_FORMATS[format].checks.find((check) => check.of === of)?.parts[0]
  if (!found) throw new Error(`${format} has a date of ${of}`)
  return found
}

/** Parses a date of six digits: a birth in the last hundred years, an expiry within fifty years of today. */
function dateOf(text: string, when: 'past' | 'near', today: PlainDate): PlainDate | null {
  if (!/^\d{6}$/.test(text)) return null
  const [year, month, day] = [0, 2, 4].map((at) => Number(text.slice(at, at + 2))) as [number, number, number]
  const now = Number(today.slice(0, 4))
  const century = now - (now % 100)
  const full =
    when === 'past'
      ? century + year > now
        ? century - 100 + year
        : century + year
      : century + year - (century + year > now + 50 ? 100 : 0)
  return plainDate(full, month, day)
}

function textOf(lines: readonly string[], { line, start, end }: CodePart): string {
  return lines[line]?.slice(start, end) ?? ''
}

function put(lines: string[], line: number, place: number, text: string): void {
  const whole = lines[line] ?? ''
  lines[line] = whole.slice(0, place) + text + whole.slice(place + text.length)
}

function spaced(text: string): string {
  return text.replace(/<+/g, ' ').trim()
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
