import { parseListedDate } from '#domain/screening/screening-dates.ts'
import { columnsOf, csvFields, csvRows } from './csv-rows.ts'
import { EntryBuilder, kindOf, valuesOf } from './entry-builder.ts'
import { ListError, type ListReader } from './list-error.ts'

/** The columns of an in-house list; all but the first three are optional. */
const NEEDED = ['id', 'kind', 'name'] as const

/**
 * Reads an in-house list of people and companies not to deal with: CSV whose first line names the columns `id`,
 * `kind` (person, company or ship) and `name`, and optionally `aliases`, `born`, `countries`, `number`,
 * `reason` and `since`. Several values in a field are separated by a bar or a semicolon. It has no date of its
 * own: it is as old as its import.
 */
export const readOwnCsv: ListReader = async (text, output) => {
  let columns: ReadonlyMap<string, number> | undefined
  for await (const rows of csvRows(text))
    for (const { row, line } of rows) {
      if (!columns) {
        columns = columnsOf(row, NEEDED, 'The first line is not the header of an in-house list, with commas.')
        continue
      }
      const field = csvFields(row, columns, line)
      const ref = field('id')
      if (!ref || ref.length > 50) throw new ListError(`Record ${line} has no id.`)
      const builder = new EntryBuilder(ref, kindOf(field('kind'), ref, 'a person, a company nor a ship'))
      builder.addName(field('name'), 'primary')
      for (const alias of valuesOf(field('aliases'))) builder.addName(alias, 'alias')
      for (const born of valuesOf(field('born'))) builder.addBirth(parseListedDate(born))
      for (const country of valuesOf(field('countries'))) builder.addCountry(country)
      for (const number of valuesOf(field('number'))) builder.addNumber(number)
      builder.describe(field('reason'), field('since'))
      await output.entry(builder.build())
    }
  if (!columns) throw new ListError('The file is empty.')
}
