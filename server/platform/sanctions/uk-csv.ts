import { parseListedDate, parsePublished } from '#domain/screening/screening-dates.ts'
import { columnsOf, csvRows, type Fields, fieldsOf } from './csv-rows.ts'
import { EntryBuilder, kindOf, qualityOf, valuesOf } from './entry-builder.ts'
import { ListError } from './list-error.ts'
import type { ListReader } from './list-output.ts'

const NEEDED = ['unique id', 'name 1', 'name 6', 'name type', 'designation type'] as const

/**
 * Reads the UK Sanctions List as CSV (law §3.2): the first line tells its date, the second is the header, and several
 * rows, wherever they are, make one entry.
 */
export const readUkCsv: ListReader = async (text, output) => {
  const builders = new Map<string, EntryBuilder>()
  let columns: ReadonlyMap<string, number> | undefined
  for await (const { row, line } of csvRows(text)) {
    if (line === 1) output.published(parsePublished(row.join(',').replace(/^[^:]*:/, '')))
    else if (!columns)
      columns = columnsOf(row, NEEDED, 'The second line is not the header of the UK Sanctions List.')
    else addRow(builders, fieldsOf(row, columns, line), line)
  }
  if (!columns) throw new ListError('The file ends before the header in its second line.')
  for (const builder of builders.values()) await output.entry(builder.build())
}

function addRow(builders: Map<string, EntryBuilder>, field: Fields, line: number): void {
  const ref = field('unique id')
  if (!ref || ref.length > 50) throw new ListError(`Record ${line} has no unique id.`)
  let builder = builders.get(ref)
  if (!builder) {
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
