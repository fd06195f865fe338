import { parseListedDate, parsePublished } from '#domain/screening/screening-dates.ts'
import { columnsOf, csvFields, csvRows, type Fields } from './csv-rows.ts'
import { EntryBuilder, kindOf, qualityOf, valuesOf } from './entry-builder.ts'
import { ListError, type ListReader, ScatteredEntry } from './list-error.ts'

const NEEDED = ['unique id', 'name 1', 'name 6', 'name type', 'designation type'] as const

/**
 * Reads the UK Sanctions List as CSV (law §3.2): the first line has its date, the second is the header, and
 * several rows make up an entry. As published these are adjacent, so an entry is emitted when its rows end. In
 * a file sorted differently, the parts of each entry are kept as one short text until no more can follow.
 */
export const readUkCsv: ListReader = async (text, output) => {
  const scattered = new Map<string, string>()
  const nameless = new Set<string>()
  const close = async ({ builder }: OpenEntry) => {
    if (output.isScattered) return gather(scattered, builder)
    const entry = builder.build()
    if (!entry) nameless.add(lasting(builder.ref))
    await output.entry(entry)
  }
  let columns: ReadonlyMap<string, number> | undefined
  let open: OpenEntry | undefined
  for await (const rows of csvRows(text))
    for (const { row, line } of rows) {
      if (line === 1) {
        output.published(parsePublished(row.join(',').replace(/^[^:]*:/, '')))
        continue
      }
      if (!columns) {
        columns = columnsOf(row, NEEDED, 'The second line is not the header of the UK Sanctions List.')
        continue
      }
      const field = csvFields(row, columns, line)
      const ref = field('unique id')
      if (!ref || ref.length > 50) throw new ListError(`Record ${line} has no unique id.`)
      if (open?.builder.ref !== ref) {
        if (open) await close(open)
        if (nameless.has(ref)) throw new ScatteredEntry(ref)
        open = opened(ref, field, scattered)
      }
      addRow(open, field)
    }
  if (!columns) throw new ListError('The file ends before the header in its second line.')
  if (open) await close(open)
  for (const [ref, entry] of scattered) {
    scattered.delete(ref)
    await output.entry(JSON.parse(entry))
  }
}

/** An entry whose rows are being read, with its last row's values of columns that most rows repeat. */
interface OpenEntry {
  builder: EntryBuilder
  said: Map<string, string>
}

function gather(scattered: Map<string, string>, builder: EntryBuilder): void {
  const entry = builder.build()
  if (entry) scattered.set(lasting(builder.ref), JSON.stringify(entry))
}

/** Copies a text: a slice of the file's text would keep all of it in memory. */
function lasting(text: string): string {
  return Buffer.from(text).toString()
}

function opened(ref: string, field: Fields, scattered: ReadonlyMap<string, string>): OpenEntry {
  const builder = new EntryBuilder(ref, kindOf(field('designation type'), ref))
  const former = scattered.get(ref)
  if (former) builder.continue(JSON.parse(former))
  return { builder, said: new Map() }
}

function addRow({ builder, said }: OpenEntry, field: Fields): void {
  const isPerson = builder.kind === 'person'
  const family = field('name 6')
  const parts = [1, 2, 3, 4, 5].map((part) => field(`name ${part}`))
  const quality = qualityOf(field('name type'), field('alias strength'))
  builder.addName([...parts, family].filter(Boolean).join(' '), quality, isPerson ? family : undefined)
  const other = field('name non-latin script')
  if (other) builder.addName(other, quality === 'primary' ? 'variation' : quality)
  const news = (name: string) => {
    const text = field(name)
    if (said.get(name) === text) return ''
    said.set(name, text)
    return text
  }
  for (const date of valuesOf(news('d.o.b'))) builder.addBirth(parseListedDate(date))
  for (const country of valuesOf(news(isPerson ? 'nationality(/ies)' : 'address country')))
    builder.addCountry(country)
  for (const number of valuesOf(news('business registration number (s)'))) builder.addNumber(number)
  for (const number of valuesOf(news('passport number'))) builder.addDocument('Passport', number)
  for (const number of valuesOf(news('national identifier number')))
    builder.addDocument('National identifier', number)
  builder.describe(news('regime name'), news('date designated'))
}
