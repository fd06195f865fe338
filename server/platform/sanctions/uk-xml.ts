import { parseListedDate, parsePublished } from '#domain/screening/screening-dates.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { EntryBuilder, kindOf, qualityOf, valuesOf } from './entry-builder.ts'
import type { ListContent } from './list-content.ts'
import { LIST_LIMITS, ListError } from './list-error.ts'
import { nodesAt, readXmlRecords, textAt, textsAt, type XmlNode } from './xml-records.ts'

const DATE = 'DateGenerated'

/** Reads the UK Sanctions List as XML (law §3.2). Throws ListError where it is another file, or only a part of it. */
export async function readUkXml(text: AsyncIterable<string>): Promise<ListContent> {
  const entries = new Map<string, ListedEntry>()
  let publishedOn: ListContent['publishedOn'] = null
  await readXmlRecords(text, {
    names: ['Designation', DATE],
    onRoot(name) {
      if (name !== 'Designations')
        throw new ListError(`The file is not the UK Sanctions List, but "${name}".`)
    },
    onRecord(record) {
      if (record.name === DATE) {
        publishedOn = parsePublished(record.text)
        return
      }
      const entry = entryOf(record)
      if (!entry) return
      if (entries.has(entry.ref)) throw new ListError(`Entry ${entry.ref} is there twice.`)
      entries.set(entry.ref, entry)
      if (entries.size > LIST_LIMITS.entries)
        throw new ListError(`The file has more than ${LIST_LIMITS.entries} entries.`)
    },
  })
  return { publishedOn, entries: [...entries.values()] }
}

function entryOf(record: XmlNode): ListedEntry | undefined {
  const ref = textAt(record, 'UniqueID')
  if (!ref || ref.length > 50) throw new ListError('A designation has no unique id.')
  const builder = new EntryBuilder(ref, kindOf(textAt(record, 'IndividualEntityShip'), ref))
  const isPerson = builder.kind === 'person'
  for (const name of nodesAt(record, 'Names', 'Name')) {
    const parts = [1, 2, 3, 4, 5, 6].map((part) => textAt(name, `Name${part}`))
    const quality = qualityOf(textAt(name, 'NameType'), textAt(name, 'AliasStrength'))
    builder.addName(parts.join(' '), quality, isPerson ? parts[5] : undefined)
  }
  for (const name of textsAt(record, 'NonLatinNames', 'NonLatinName', 'NameNonLatinScript'))
    builder.addName(name, 'variation')
  for (const date of textsAt(record, 'IndividualDetails', 'Individual', 'DOBs', 'DOB'))
    builder.addBirth(parseListedDate(date))
  const countries = isPerson
    ? textsAt(record, 'IndividualDetails', 'Individual', 'Nationalities', 'Nationality')
    : textsAt(record, 'Addresses', 'Address', 'AddressCountry')
  for (const country of countries.flatMap(valuesOf)) builder.addCountry(country)
  const numbers = textsAt(
    record,
    'EntityDetails',
    'Entity',
    'BusinessRegistrationNumbers',
    'BusinessRegistrationNumber',
  )
  for (const number of numbers.flatMap(valuesOf)) builder.addNumber(number)
  builder.describe(textAt(record, 'RegimeName'), textAt(record, 'DateDesignated'))
  return builder.build()
}
