import { parseListedDate, parsePublished } from '#domain/screening/screening-dates.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { EntryBuilder, kindOf, qualityOf, valuesOf } from './entry-builder.ts'
import { ListError, type ListReader } from './list-error.ts'
import { nodesAt, textAt, textsAt, type XmlNode, xmlRecords } from './xml-records.ts'

const DATE = 'DateGenerated'
const DETAILS = ['IndividualDetails', 'Individual']
const IDENTIFIERS = ['NationalIdentifierDetails', 'NationalIdentifier']

/** Reads the UK Sanctions List as XML (law §3.2). */
export const readUkXml: ListReader = async (text, output) => {
  const records = xmlRecords(text, {
    names: ['Designation', DATE],
    onRoot(name) {
      if (name !== 'Designations')
        throw new ListError(`The file is not the UK Sanctions List, but "${name}".`)
    },
  })
  for await (const record of records) {
    if (record.name === DATE) output.published(parsePublished(record.text))
    else await output.entry(entryOf(record))
  }
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
  for (const date of textsAt(record, ...DETAILS, 'DOBs', 'DOB')) builder.addBirth(parseListedDate(date))
  const countries = isPerson
    ? textsAt(record, ...DETAILS, 'Nationalities', 'Nationality')
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
  for (const number of textsAt(record, ...DETAILS, 'PassportDetails', 'Passport', 'PassportNumber'))
    builder.addDocument('Passport', number)
  for (const number of textsAt(record, ...DETAILS, ...IDENTIFIERS, 'NationalIdentifierNumber'))
    builder.addDocument('National identifier', number)
  builder.describe(textAt(record, 'RegimeName'), textAt(record, 'DateDesignated'))
  return builder.build()
}
