import { parseIsoDate, parsePublished } from '#domain/screening/screening-dates.ts'
import type { ListedBirth, ListedEntry } from '#domain/screening/screening-records.ts'
import { EntryBuilder, kindOf } from './entry-builder.ts'
import { ListError, type ListReader } from './list-error.ts'
import { nodesAt, textAt, type XmlNode, xmlRecords } from './xml-records.ts'

/** Reads the EU's consolidated list of financial sanctions, XML 1.1 of its Financial Sanctions Files (law §3.2). */
export const readEuXml: ListReader = async (text, output) => {
  const records = xmlRecords(text, {
    names: ['sanctionEntity'],
    onRoot(name, attributes) {
      if (name !== 'export') throw new ListError(`The file is not the EU list of sanctions, but "${name}".`)
      output.published(parsePublished(attributes.generationDate ?? ''))
    },
  })
  for await (const record of records) await output.entry(entryOf(record))
}

function entryOf(record: XmlNode): ListedEntry | undefined {
  const ref = record.attributes.euReferenceNumber || record.attributes.logicalId
  if (!ref || ref.length > 50) throw new ListError('A listed entry has no reference number.')
  const code = nodesAt(record, 'subjectType')[0]?.attributes.code ?? ''
  const builder = new EntryBuilder(ref, kindOf(KINDS[code] ?? code, ref))
  for (const [index, { attributes }] of nodesAt(record, 'nameAlias').entries()) {
    const { wholeName, firstName = '', middleName = '', lastName = '', strong } = attributes
    const quality = strong === 'false' ? 'weak_alias' : index === 0 ? 'primary' : 'alias'
    const family = builder.kind === 'person' && lastName ? lastName : undefined
    builder.addName(wholeName || [firstName, middleName, lastName].join(' '), quality, family)
  }
  for (const { attributes } of nodesAt(record, 'birthdate')) builder.addBirth(birthOf(attributes))
  const places = nodesAt(record, builder.kind === 'person' ? 'citizenship' : 'address')
  for (const { attributes } of places)
    builder.addCountry(attributes.countryIso2Code || attributes.countryDescription || '')
  for (const { attributes } of nodesAt(record, 'identification')) {
    const { number = '', identificationTypeCode: code = '', identificationTypeDescription } = attributes
    if (builder.kind === 'person')
      builder.addDocument(identificationTypeDescription || code, number, attributes.countryDescription)
    else if (code === 'regnumber') builder.addNumber(number)
  }
  const [regulation] = nodesAt(record, 'regulation')
  const { programme = '', publicationDate = '' } = regulation?.attributes ?? {}
  builder.describe(programme, record.attributes.designationDate || publicationDate)
  if (regulation) builder.link(textAt(regulation, 'publicationUrl').replace(/^http:/, 'https:'))
  return builder.build()
}

/** As in older files. */
const KINDS: Readonly<Record<string, string>> = { P: 'person', E: 'enterprise' }

function birthOf(attributes: XmlNode['attributes']): ListedBirth | null {
  const { birthdate, circa, year = '', month, day, yearRangeFrom, yearRangeTo } = attributes
  const [fromYear, toYear] = [Number(yearRangeFrom), Number(yearRangeTo)]
  if (fromYear > 0 && toYear >= fromYear) return { fromYear, toYear }
  const parts = [year, month?.padStart(2, '0'), month && day?.padStart(2, '0')].filter(Boolean)
  const date = parseIsoDate(birthdate || parts.join('-'))
  return date && circa === 'true' ? { ...date, isApproximate: true } : date
}
