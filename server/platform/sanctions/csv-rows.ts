import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { LIST_LIMITS, ListError } from './list-error.ts'

/** The fields of a row by the names of their columns, in lower case; nothing for a column that is not there. */
export type Fields = (name: string) => string

/** The rows of a CSV file with their numbers, from 1. Throws ListError where it is cut off or malformed. */
export async function* csvRows(
  text: AsyncIterable<string>,
): AsyncGenerator<{ row: readonly string[]; line: number }> {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    max_record_size: LIST_LIMITS.recordCharacters,
  })
  let line = 0
  try {
    for await (const row of Readable.from(text).compose(parser) as AsyncIterable<string[]>)
      yield { row, line: ++line }
  } catch (error) {
    if (error instanceof ListError) throw error
    throw new ListError(`The file is not well-formed CSV: ${(error as Error).message}.`)
  }
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
