import { plainDate } from '#domain/plain-date.ts'
import { parseWrittenBirth } from '#domain/screening/screening-dates.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { EntryBuilder, kindOf } from './entry-builder.ts'
import { ListError, type ListReader } from './list-error.ts'
import { nodesAt, textAt, textsAt, type XmlNode, xmlRecords } from './xml-records.ts'

/** OFAC's spelling. */
const ABOUT = 'publshInformation'

/**
 * Reads OFAC's list of Specially Designated Nationals, SDN.XML (law §3.2); its consolidated list has the same
 * format.
 */
export const readOfacXml: ListReader = async (text, output) => {
  const records = xmlRecords(text, {
    names: [ABOUT, 'sdnEntry'],
    onRoot(name) {
      if (name !== 'sdnList') throw new ListError(`The file is not a list of OFAC, but "${name}".`)
    },
  })
  for await (const record of records) {
    if (record.name === ABOUT) {
      // Month first, as in the United States.
      const [month, day, year] = textAt(record, 'Publish_Date').split('/').map(Number)
      output.published(plainDate(year ?? 0, month ?? 0, day ?? 0))
    } else await output.entry(entryOf(record))
  }
}

function entryOf(record: XmlNode): ListedEntry | undefined {
  const ref = textAt(record, 'uid')
  if (!ref || ref.length > 50) throw new ListError('A listed entry has no uid.')
  const builder = new EntryBuilder(ref, kindOf(textAt(record, 'sdnType'), ref))
  const isPerson = builder.kind === 'person'
  const add = (node: XmlNode, quality: 'primary' | 'alias' | 'weak_alias') => {
    const family = textAt(node, 'lastName')
    builder.addName(`${textAt(node, 'firstName')} ${family}`, quality, isPerson ? family : undefined)
  }
  add(record, 'primary')
  for (const alias of nodesAt(record, 'akaList', 'aka'))
    add(alias, textAt(alias, 'category') === 'weak' ? 'weak_alias' : 'alias')
  for (const born of textsAt(record, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth'))
    builder.addBirth(parseWrittenBirth(born))
  const countries = isPerson
    ? [
        ...textsAt(record, 'nationalityList', 'nationality', 'country'),
        ...textsAt(record, 'citizenshipList', 'citizenship', 'country'),
      ]
    : textsAt(record, 'addressList', 'address', 'country')
  for (const country of countries) builder.addCountry(country)
  for (const id of nodesAt(record, 'idList', 'id')) {
    const [kind, number] = [textAt(id, 'idType'), textAt(id, 'idNumber')]
    if (isPerson) builder.addDocument(kind, number, textAt(id, 'idCountry'))
    else if (/registration|company|business|organization/i.test(kind)) builder.addNumber(number)
  }
  builder.describe(textsAt(record, 'programList', 'program').join(', '), '')
  builder.link(`https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${encodeURIComponent(ref)}`)
  return builder.build()
}
