import Papa from 'papaparse'
import { LIST_LIMITS, ListError } from './list-error.ts'

/** A row's fields by column name in lower case; empty for a missing column. */
export type Fields = (name: string) => string

/**
 * The rows of a CSV file with their numbers, from 1, each field as written. All rows must end as the first one
 * does. Throws ListError if the file is truncated or malformed.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
): AsyncGenerator<readonly { row: readonly string[]; line: number }[]> {
  let newline: '\n' | '\r\n' | undefined
  let line = 0
  let rest = ''
  let isBeginning = true
  const split = (isEnd: boolean) => {
    newline ??= firstEnd(rest)
    const parser = new Papa.Parser({ delimiter: ',', newline: newline ?? '\n' })
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(rest, 0, !isEnd)
    // An error in the row after the last whole one may be resolved by the file's next piece.
    const error = errors.find(({ row = 0 }) => row < data.length)
    if (error) throw malformed(error.message)
    refuseStrayQuotes(data, rest)
    rest = isEnd ? '' : rest.slice(meta.cursor)
    if (rest.length > LIST_LIMITS.recordCharacters) throw malformed('A record has no end')
    return data.map((row) => ({ row, line: ++line }))
  }
  for await (const chunk of text) {
    rest += isBeginning ? chunk.replace(/^\uFEFF/, '') : chunk
    isBeginning = isBeginning && chunk === ''
    yield split(false)
  }
  yield split(true)
}

/** The line ending of the first row; undefined if it isn't complete yet. */
function firstEnd(text: string): '\n' | '\r\n' | undefined {
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === '\n' && !isQuoted) return text[at - 1] === '\r' ? '\r\n' : '\n'
  }
  return undefined
}

/**
 * Throws for a field with a stray quote, one that isn't doubled within quotes, because the parser takes it for
 * a character.
 */
function refuseStrayQuotes(rows: readonly (readonly string[])[], text: string): void {
  let at = 0
  for (const row of rows)
    for (const field of row) {
      if (!field.includes('"')) continue
      const written = `"${field.replaceAll('"', '""')}"`
      at = text.indexOf(written, at)
      if (at < 0) throw malformed('A quote stands within a field')
      at += written.length
    }
}

function malformed(why: string): ListError {
  return new ListError(`The file is not well-formed CSV: ${why}.`)
}

/** The index of each column by name. Throws ListError with `otherwise` if a required one is missing. */
export function columnsOf(
  header: readonly string[],
  needed: readonly string[],
  otherwise: string,
): ReadonlyMap<string, number> {
  const columns = new Map(header.map((name, index) => [name.trim().toLowerCase(), index]))
  const missing = needed.filter((name) => !columns.has(name))
  if (missing.length) throw new ListError(`${otherwise} Missing: ${missing.join(', ')}.`)
  if (columns.size !== header.length) throw new ListError('The header names a column twice.')
  return columns
}

/** A row's fields by column. Throws ListError if it has more or fewer fields than the header. */
export function csvFields(
  row: readonly string[],
  columns: ReadonlyMap<string, number>,
  line: number,
): Fields {
  if (row.length !== columns.size)
    throw new ListError(`Record ${line} has ${row.length} fields, the header has ${columns.size}.`)
  return (name) => row[columns.get(name) ?? -1]?.trim() ?? ''
}
