import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { pick, seeded } from '#domain/screening/ordinary-people.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'

/** Yields `size` entries: first the real ones, then others with names mixed from theirs. */
export function* grown(real: readonly ListedEntry[], size: number): Generator<ListedEntry> {
  yield* real
  const random = seeded(size)
  const words = real.flatMap(({ names }) => (names[0]?.text ?? '').split(' '))
  const mixed = (text: string) =>
    text
      .split(' ')
      .map(() => pick(words, random))
      .join(' ')
  for (let index = real.length; index < size; index++) {
    const like = pick(real, random)
    const names = like.names.map((name) => ({ ...name, text: mixed(name.text) }))
    yield { ...like, ref: `MADE${index}`, names }
  }
}

/** How entries are written to a file: its start, each entry, and its end. */
interface Writing {
  begins?: string
  entry(entry: ListedEntry): string
  ends?: string
}

/** As OpenSanctions publishes them. */
export const OPENSANCTIONS: Writing = {
  entry({ ref, kind, names, countries }) {
    const of = (isIt: (quality: string) => boolean) =>
      names.filter(({ quality }) => isIt(quality)).map(({ text }) => text)
    const properties = {
      name: of((quality) => quality === 'primary' || quality === 'variation'),
      alias: of((quality) => quality === 'alias'),
      weakAlias: of((quality) => quality === 'weak_alias'),
      nationality: countries,
      topics: ['sanction'],
    }
    const schema = kind === 'person' ? 'Person' : 'Organization'
    return `${JSON.stringify({ id: ref, schema, properties })}\n`
  },
}

const KINDS = { person: 'Individual', entity: 'Entity', ship: 'Ship' } as const
const REGIME = 'The Test (Sanctions) (EU Exit) Regulations 2020'
const typeOf = (quality: string) =>
  quality === 'primary' ? 'Primary Name' : quality === 'variation' ? 'Primary Name Variation' : 'Alias'
const bornOf = ({ births }: ListedEntry) =>
  births.flatMap((birth) => ('year' in birth ? [`dd/mm/${birth.year}`] : []))

const CSV_COLUMNS = [
  ...[
    'Last Updated',
    'Unique ID',
    'OFSI Group ID',
    'UN Reference Number',
    'Name 6',
    'Name 1',
    'Name 2',
    'Name 3',
    'Name 4',
  ],
  ...[
    'Name 5',
    'Name type',
    'Alias strength',
    'Title',
    'Name non-latin script',
    'Regime Name',
    'Designation Type',
  ],
  ...['Date Designated', 'Address Country', 'D.O.B', 'Nationality(/ies)', 'Business registration number (s)'],
]

/** As the FCDO publishes them: a row for each name, repeating the details of its entry. */
export const UK_CSV: Writing = {
  begins: `Report Date: 10-Mar-2026\n${CSV_COLUMNS.join(',')}\n`,
  entry(entry) {
    const { ref, kind, names, countries, numbers } = entry
    return names
      .map(({ text, quality }) => {
        const [isPerson, country] = [kind === 'person', countries.join('|')]
        const row = [
          ...['01/03/2026', ref, '', '', text, '', '', '', '', '', typeOf(quality)],
          ...[quality === 'weak_alias' ? 'Low quality a.k.a' : '', '', '', REGIME, KINDS[kind], '01/03/2026'],
          ...[isPerson ? '' : country, bornOf(entry).join('|'), isPerson ? country : '', numbers.join('|')],
        ]
        return `${row.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\n`
      })
      .join('')
  },
}

const tag = (name: string, text: string) =>
  `<${name}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${name}>`

const within = (path: string, inner: string) =>
  path.split(' ').reduceRight((text, name) => `<${name}>${text}</${name}>`, inner)

/** The same as XML. */
export const UK_XML: Writing = {
  begins: `<?xml version="1.0"?><Designations>${tag('DateGenerated', '10/03/2026')}`,
  entry(entry) {
    const { ref, kind, names, countries, numbers } = entry
    const all = names.map(({ text, quality }) =>
      within(
        'Name',
        `${tag('Name6', text)}${tag('NameType', typeOf(quality))}${quality === 'weak_alias' ? tag('AliasStrength', 'Low quality a.k.a') : ''}`,
      ),
    )
    const details =
      kind === 'person'
        ? within(
            'IndividualDetails Individual',
            `<DOBs>${bornOf(entry)
              .map((born) => tag('DOB', born))
              .join(
                '',
              )}</DOBs><Nationalities>${countries.map((country) => tag('Nationality', country)).join('')}</Nationalities>`,
          )
        : within(
            'Addresses',
            countries.map((country) => within('Address', tag('AddressCountry', country))).join(''),
          ) +
          within(
            'EntityDetails Entity BusinessRegistrationNumbers',
            numbers.map((number) => tag('BusinessRegistrationNumber', number)).join(''),
          )
    return `<Designation>${tag('UniqueID', ref)}${tag('RegimeName', REGIME)}${tag('IndividualEntityShip', KINDS[kind])}${tag('DateDesignated', '01/03/2026')}<Names>${all.join('')}</Names>${details}</Designation>\n`
  },
  ends: '</Designations>',
}

/** Writes entries to a file. */
export async function writeEntries(
  path: string,
  entries: Iterable<ListedEntry>,
  { begins = '', entry: written, ends = '' }: Writing,
): Promise<void> {
  const file = createWriteStream(path)
  file.write(begins)
  for (const entry of entries) if (!file.write(written(entry))) await once(file, 'drain')
  file.end(ends)
  await once(file, 'finish')
}
