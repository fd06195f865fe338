import { parseIsoDate, parsePublished } from '#domain/screening/screening-dates.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { EntryBuilder, valuesOf } from './entry-builder.ts'
import { ListError, type ListReader } from './list-error.ts'
import { nodesAt, textAt, textsAt, type XmlNode, xmlRecords } from './xml-records.ts'

/** Reads the UN Consolidated List (law §3.2). */
export const readUnXml: ListReader = async (text, output) => {
  const records = xmlRecords(text, {
    names: ['INDIVIDUAL', 'ENTITY'],
    onRoot(name, attributes) {
      if (name !== 'CONSOLIDATED_LIST')
        throw new ListError(`The file is not the UN Consolidated List, but "${name}".`)
      output.published(parsePublished(attributes.dateGenerated ?? ''))
    },
  })
  for await (const record of records) await output.entry(entryOf(record))
}

const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']

function entryOf(record: XmlNode): ListedEntry | undefined {
  const ref = textAt(record, 'REFERENCE_NUMBER') || textAt(record, 'DATAID')
  if (!ref || ref.length > 50) throw new ListError('A listed entry has no reference number.')
  const isPerson = record.name === 'INDIVIDUAL'
  const builder = new EntryBuilder(ref, isPerson ? 'person' : 'entity')
  builder.addName(NAME_PARTS.map((part) => textAt(record, part)).join(' '), 'primary')
  for (const name of valuesOf(textAt(record, 'NAME_ORIGINAL_SCRIPT'))) builder.addName(name, 'variation')
  for (const alias of nodesAt(record, `${record.name}_ALIAS`)) {
    const quality = /low/i.test(textAt(alias, 'QUALITY')) ? 'weak_alias' : 'alias'
    for (const name of valuesOf(textAt(alias, 'ALIAS_NAME'))) builder.addName(name, quality)
  }
  for (const birth of nodesAt(record, 'INDIVIDUAL_DATE_OF_BIRTH')) {
    const [fromYear, toYear] = [Number(textAt(birth, 'FROM_YEAR')), Number(textAt(birth, 'TO_YEAR'))]
    if (fromYear > 0 && toYear >= fromYear) builder.addBirth({ fromYear, toYear })
    else {
      const date = parseIsoDate(textAt(birth, 'DATE') || textAt(birth, 'YEAR'))
      const isApproximate = /approx|circa|between/i.test(textAt(birth, 'TYPE_OF_DATE'))
      builder.addBirth(date && isApproximate ? { ...date, isApproximate } : date)
    }
  }
  const countries = isPerson
    ? textsAt(record, 'NATIONALITY', 'VALUE')
    : textsAt(record, 'ENTITY_ADDRESS', 'COUNTRY')
  for (const country of countries.flatMap(valuesOf)) builder.addCountry(country)
  for (const document of nodesAt(record, 'INDIVIDUAL_DOCUMENT')) {
    const kind = textAt(document, 'TYPE_OF_DOCUMENT')
    builder.addDocument(kind, textAt(document, 'NUMBER'), textAt(document, 'ISSUING_COUNTRY'))
  }
  builder.describe(textAt(record, 'UN_LIST_TYPE'), textAt(record, 'LISTED_ON'))
  return builder.build()
}
