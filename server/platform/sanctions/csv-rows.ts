import { LIST_LIMITS, ListError } from './list-error.ts'

/** The fields of a row by the names of their columns, in lower case; nothing for a column that is not there. */
export type Fields = (name: string) => string

/**
 * The rows of a CSV file with their numbers, from 1 (RFC 4180). A list has hundreds of megabytes of them, which `csv-parse`
 * takes three times as long to split. Throws ListError where it is cut off or malformed.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
): AsyncGenerator<readonly { row: readonly string[]; line: number }[]> {
  let line = 0
  let rest = ''
  let isBeginning = true
  const split = (isEnd: boolean) => {
    const rows: { row: readonly string[]; line: number }[] = []
    let start = 0
    for (;;) {
      const record = recordAt(rest, start, isEnd)
      if (!record) break
      rows.push({ row: record.row, line: ++line })
      start = record.end
    }
    rest = rest.slice(start)
    if (rest.length > LIST_LIMITS.recordCharacters) throw malformed('a record has no end')
    return rows
  }
  for await (const chunk of text) {
    rest += isBeginning ? chunk.replace(/^\uFEFF/, '') : chunk
    isBeginning = isBeginning && chunk === ''
    yield split(false)
  }
  yield split(true)
}

interface CsvRecord {
  row: string[]
  /** Where the next one begins. */
  end: number
}

const [QUOTE, COMMA, NEWLINE, RETURN] = [34, 44, 10, 13]

/** The record that begins at a place; undefined where there is none, or where it may not be whole yet. */
function recordAt(text: string, start: number, isEnd: boolean): CsvRecord | undefined {
  if (start >= text.length) return undefined
  const row: string[] = []
  for (let at = start; ; at++) {
    if (text.charCodeAt(at) === QUOTE) {
      const from = at + 1
      let [close, isEscaped] = [text.indexOf('"', from), false]
      while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) {
        isEscaped = true
        close = text.indexOf('"', close + 2)
      }
      if (close < 0 && isEnd) throw malformed('a quote is never closed')
      if (close < 0) return undefined
      const field = text.slice(from, close)
      row.push(isEscaped ? field.replaceAll('""', '"') : field)
      at = close + 1
    } else {
      const from = at
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (code === COMMA || code === NEWLINE || code === RETURN) break
        if (code === QUOTE) throw malformed('a quote stands within a field')
      }
      row.push(text.slice(from, at))
    }
    const code = at < text.length ? text.charCodeAt(at) : undefined
    if (code === COMMA) continue
    // What comes next may still be the other half of a quote or of a line's end.
    if (!isEnd && (code === undefined || (code === RETURN && at + 1 === text.length))) return undefined
    if (code === undefined || code === NEWLINE) return { row, end: at + 1 }
    if (code !== RETURN) throw malformed('something follows the closing quote of a field')
    return { row, end: text.charCodeAt(at + 1) === NEWLINE ? at + 2 : at + 1 }
  }
}

function malformed(why: string): ListError {
  return new ListError(`The file is not well-formed CSV: ${why}.`)
}

/** Where each column stands, by its name. Throws ListError with `otherwise` where one that is needed is not there. */
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

/** A row read by its columns. Throws ListError where it has more or fewer fields than the header. */
export function fieldsOf(row: readonly string[], columns: ReadonlyMap<string, number>, line: number): Fields {
  if (row.length !== columns.size)
    throw new ListError(`Record ${line} has ${row.length} fields, the header has ${columns.size}.`)
  return (name) => row[columns.get(name) ?? -1]?.trim() ?? ''
}
