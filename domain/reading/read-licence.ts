import { addMonths, type PlainDate } from '#domain/plain-date.ts'
import {
  correctedNames,
  correctedNumber,
  datesFit,
  initialsFit,
  licenceNumberIn,
  namesFit,
} from './licence-number.ts'
import { printedDate } from './printed-dates.ts'

export interface LicenceLine<Line> {
  text: string
  line: Line
}

interface Found<Value, Line> {
  value: Value
  line: Line
}

/** What the front of a British driving licence says, each with its line. */
export interface ReadLicence<Line> {
  surname: Found<string, Line> | null
  givenNames: Found<string, Line> | null
  birthDate: Found<PlainDate, Line> | null
  issuedOn: Found<PlainDate, Line> | null
  expiresOn: Found<PlainDate, Line> | null
  number: Found<string, Line> | null
  address: Found<string, Line> | null
  /**
   * Whether the number fits the surname, the initials of the given names and the birth date; null if one of them was not
   * read, or the number was corrected by it.
   */
  fits: { name: boolean | null; initials: boolean | null; birthDate: boolean | null }
}

/**
 * Where fields start: the numbers of the European licence with their dot, after whatever the card's edge and portrait
 * were misread as.
 */
const FIELD = /^(?:\S{1,3}\s+){0,4}[^A-Za-z0-9]*(1|2|3|4[abhs26]|5|8)\s*[.:]+\s*(.+)$/
/** The same if the dot was not read. */
const DOTLESS = /^[^A-Za-z0-9]*(1|2|3|4[abhs]|5|8)[\s\-—]+(.+)$/
/** Misreadings of 4a and 4b. */
const MARKS: Readonly<Record<string, string>> = { '4h': '4b', '46': '4b', '4s': '4a', '42': '4a' }
const MOST_MONTHS = 120
const IN_CAPITALS = /^[\p{Lu}\s'’-]+$/u
/** The heading, next to which the card's edge may be read as a number. */
const HEADING = /LICEN[CS]E/

/**
 * Interprets a licence line by line. `today` is the latest day it can have been issued; `faint` are the lines that look
 * less like words, as a number does.
 */
export function readLicence<Line>(
  lines: readonly LicenceLine<Line>[],
  today: PlainDate,
  faint: readonly LicenceLine<Line>[] = lines,
): ReadLicence<Line> {
  const [fields, faintFields] = [fieldsOf(lines), fieldsOf(faint)]
  const [read, hardlyRead] = [datesOf(lines, fields, today), datesOf(faint, faintFields, today)]
  const number = numberOf(fields.get('5')) ?? firstOf(lines, numberOf)
  const seen = number ?? firstOf(faint, numberOf)
  // Text that was barely read counts if something else on the licence agrees.
  const fitsNumber = (holds: (number: string, name: string) => boolean) => (name: string) =>
    !!seen && IN_CAPITALS.test(name) && holds(seen.value, name)
  const surname = nameOf(fields.get('1')) ?? onlyIf(nameOf(faintFields.get('1')), fitsNumber(namesFit))
  const sureNames = nameOf(fields.get('2'))
  const faintNames = onlyIf(nameOf(faintFields.get('2')), fitsNumber(initialsFit))
  const isSure = sureNames !== null && (!seen || initialsFit(seen.value, sureNames.value))
  const readNames = isSure ? sureNames : (faintNames ?? sureNames)
  const givenNames =
    readNames && seen ? { ...readNames, value: correctedNames(seen.value, readNames.value) } : readNames
  const dates = {
    birthDate: read.birthDate ?? onlyIf(hardlyRead.birthDate, (date) => !!seen && datesFit(seen.value, date)),
    issuedOn: read.issuedOn,
    expiresOn:
      read.expiresOn ?? onlyIf(hardlyRead.expiresOn, (date) => isTerm(hardlyRead.issuedOn?.value, date)),
  }
  const owner = {
    surname: surname?.value ?? null,
    givenNames: givenNames?.value ?? null,
    birthDate: dates.birthDate?.value ?? null,
  }
  const corrected = seen && { ...seen, value: correctedNumber(seen.value, owner) }
  /** A corrected number doesn’t prove what it was corrected by. */
  const proofOf = <Value>(
    found: Found<Value, Line> | null,
    holds: (number: string, value: Value) => boolean,
  ) => {
    if (!seen || !corrected || !found) return null
    if (holds(seen.value, found.value)) return true
    return holds(corrected.value, found.value) ? null : false
  }
  const fits = {
    name: proofOf(surname, namesFit),
    initials: proofOf(givenNames, initialsFit),
    birthDate: proofOf(dates.birthDate, datesFit),
  }
  // Text that was barely read only counts as a number if the rest agrees with it.
  const isKept = number !== null || (corrected && surname && namesFit(corrected.value, surname.value))
  const address = fields.get('8')
  return {
    // Where the number that was hardly read says another name, either is wrong.
    surname: !isKept && fits.name === false ? null : surname,
    givenNames,
    ...dates,
    number: isKept ? corrected : null,
    address: address
      ? {
          value: `${address.text} ${lines[address.at + 1]?.text ?? ''}`
            .replace(/[^\p{L}\d\s,.'-]/gu, '')
            .trim(),
          line: address.line,
        }
      : null,
    fits: isKept ? fits : { name: null, initials: null, birthDate: null },
  }
}

/** A name in capitals, as licences print it, without what was misread from the card's edge. */
function nameOf<Line>(found: LicenceLine<Line> | undefined): Found<string, Line> | null {
  const words = found?.text.replace(/[^\p{L}\s'’-]/gu, '').match(/\S+/g) ?? []
  const inCapitals = words.filter((word) => /\p{Lu}/u.test(word))
  const value = (inCapitals.length > 0 ? inCapitals : words).join(' ')
  return found && value ? { value, line: found.line } : null
}

function onlyIf<Value, Line>(
  found: Found<Value, Line> | null,
  holds: (value: Value) => boolean,
): Found<Value, Line> | null {
  return found && holds(found.value) ? found : null
}

/** Whether a licence may be valid between two days: its photo is valid for ten years. */
function isTerm(from: PlainDate | undefined, to: PlainDate): boolean {
  return from !== undefined && to > from && to <= addMonths(from, MOST_MONTHS)
}

type Field<Line> = LicenceLine<Line> & { at: number }

/** Returns the first line of each field; one with its dot takes precedence over one without. */
function fieldsOf<Line>(lines: readonly LicenceLine<Line>[]): ReadonlyMap<string, Field<Line>> {
  const fields = new Map<string, Field<Line>>()
  for (const pattern of [FIELD, DOTLESS])
    for (const [at, { text, line }] of lines.entries()) {
      const [, mark = '', value] = HEADING.test(text) ? [] : (pattern.exec(text.trim()) ?? [])
      const field = MARKS[mark] ?? mark
      if (value && !fields.has(field)) fields.set(field, { text: value.trim(), line, at })
    }
  return fields
}

/** Returns the three dates; one whose field number was not read is found by its position next to the date of issue. */
function datesOf<Line>(
  lines: readonly LicenceLine<Line>[],
  fields: ReadonlyMap<string, Field<Line>>,
  today: PlainDate,
) {
  const dated = (found: LicenceLine<Line> | undefined): Found<PlainDate, Line> | null => {
    const value = found && printedDate(found.text)
    return found && value ? { value, line: found.line } : null
  }
  const marked = dated(fields.get('4a'))
  // No licence is issued on a future day: in that case its 4b was read as 4a.
  const isExpiry = marked !== null && marked.value > today
  const issuedOn = isExpiry ? null : marked
  const beside = (step: 1 | -1) => {
    const found = issuedOn && dated(lines[(fields.get('4a')?.at ?? 0) + step])
    if (!found) return null
    return found.value > issuedOn.value === step > 0 ? found : null
  }
  return {
    birthDate: dated(fields.get('3')) ?? beside(-1),
    issuedOn,
    expiresOn: dated(fields.get('4b')) ?? (isExpiry ? marked : beside(1)),
  }
}

function numberOf<Line>(found: LicenceLine<Line> | undefined): Found<string, Line> | null {
  const value = found && licenceNumberIn(found.text)
  return found && value && /^\d{6}$/.test(value.slice(5, 11)) ? { value, line: found.line } : null
}

function firstOf<Line, Value>(
  lines: readonly LicenceLine<Line>[],
  read: (line: LicenceLine<Line>) => Found<Value, Line> | null,
): Found<Value, Line> | null {
  for (const line of lines) {
    const found = read(line)
    if (found) return found
  }
  return null
}
