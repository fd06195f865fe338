import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { parseListedDate, parsePublished } from '#domain/screening/screening-dates.ts'
import { EntryBuilder, kindOf, qualityOf, valuesOf } from './entry-builder.ts'
import type { ListContent } from './list-content.ts'
import { LIST_LIMITS, ListError } from './list-error.ts'

const NEEDED = ['unique id', 'name 1', 'name 6', 'name type', 'designation type'] as const

/**
 * Reads the UK Sanctions List as CSV (law §3.2): the first line tells its date, the second is the header, and several
 * rows make one entry. Throws ListError where it is another file or is cut off in the middle of a row.
 */
export async function readUkCsv(text: AsyncIterable<string>): Promise<ListContent> {
  const rows = Readable.from(text).compose(
    parse({ bom: true, relax_column_count: true, max_record_size: LIST_LIMITS.recordCharacters }),
  ) as AsyncIterable<string[]>
  const builders = new Map<string, EntryBuilder>()
  let publishedOn: ListContent['publishedOn'] = null
  let columns: Map<string, number> | undefined
  let line = 0
  try {
    for await (const row of rows) {
      line++
      if (line === 1) publishedOn = parsePublished(row.join(',').replace(/^[^:]*:/, ''))
      else if (!columns) columns = columnsOf(row)
      else {
        if (row.length !== columns.size)
          throw new ListError(`Record ${line} has ${row.length} fields, the header has ${columns.size}.`)
        addRow(builders, row, columns, line)
      }
    }
  } catch (error) {
    if (error instanceof ListError) throw error
    throw new ListError(`The file is not well-formed CSV: ${(error as Error).message}.`)
  }
  if (!columns) throw new ListError('The file ends before the header in its second line.')
  const entries = [...builders.values()].map((builder) => builder.build())
  return { publishedOn, entries: entries.filter((entry) => entry !== undefined) }
}

/** Where each column stands, by its name. Throws where one that is needed is not there. */
function columnsOf(header: readonly string[]): Map<string, number> {
  const columns = new Map(header.map((name, index) => [name.trim().toLowerCase(), index]))
  const missing = NEEDED.filter((name) => !columns.has(name))
  if (missing.length || columns.size !== header.length)
    throw new ListError(
      missing.length
        ? `The second line is not the header of the UK Sanctions List. Missing: ${missing.join(', ')}.`
        : 'The header names a column twice.',
    )
  return columns
}

function addRow(
  builders: Map<string, EntryBuilder>,
  row: readonly string[],
  columns: ReadonlyMap<string, number>,
  line: number,
): void {
  const field = (name: string) => row[columns.get(name) ?? -1]?.trim() ?? ''
  const ref = field('unique id')
  if (!ref || ref.length > 50) throw new ListError(`Record ${line} has no unique id.`)
  let builder = builders.get(ref)
  if (!builder) {
    if (builders.size >= LIST_LIMITS.entries)
      throw new ListError(`The file has more than ${LIST_LIMITS.entries} entries.`)
    builder = new EntryBuilder(ref, kindOf(field('designation type'), ref))
    builders.set(ref, builder)
  }
  const family = field('name 6')
  const parts = [1, 2, 3, 4, 5].map((part) => field(`name ${part}`))
  const quality = qualityOf(field('name type'), field('alias strength'))
  builder.addName([...parts, family].join(' '), quality, builder.kind === 'person' ? family : undefined)
  builder.addName(field('name non-latin script'), quality === 'primary' ? 'variation' : quality)
  for (const date of valuesOf(field('d.o.b'))) builder.addBirth(parseListedDate(date))
  const isPerson = builder.kind === 'person'
  for (const country of valuesOf(field(isPerson ? 'nationality(/ies)' : 'address country')))
    builder.addCountry(country)
  for (const number of valuesOf(field('business registration number (s)'))) builder.addNumber(number)
  builder.describe(field('regime name'), field('date designated'))
}
