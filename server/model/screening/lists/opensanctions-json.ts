import { z } from 'zod'
import type { ListedKind } from '#contract/screening/sanctions.ts'
import { type PlainDate, parsePlainDate } from '#domain/plain-date.ts'
import { parseIsoDate } from '#domain/screening/screening-dates.ts'
import type { ListedEntry } from '#domain/screening/screening-records.ts'
import { EntryBuilder } from './entry-builder.ts'
import { FtmParts, isFtmPart } from './ftm-parts.ts'
import { LIST_LIMITS, ListError, type ListReader, ScatteredEntry } from './list-error.ts'

/** What is screened for, by FollowTheMoney schema; addresses, positions and the like aren't entries by themselves. */
const KINDS: Readonly<Record<string, ListedKind>> = {
  Person: 'person',
  LegalEntity: 'entity',
  Organization: 'entity',
  Company: 'entity',
  PublicBody: 'entity',
  Vessel: 'ship',
  Airplane: 'ship',
}

/** A value is a text, or a nested entity. */
type Value = string | Entity
interface Entity {
  id?: string
  caption?: string
  schema?: string
  target?: boolean
  last_seen?: string | null
  properties?: Record<string, Value[]>
}
const Entity: z.ZodType<Entity> = z.lazy(() =>
  z.object({
    id: z.string().max(200).optional(),
    caption: z.string().optional(),
    schema: z.string().optional(),
    target: z.boolean().optional(),
    last_seen: z.string().nullish(),
    properties: z.record(z.string(), z.array(z.union([z.string(), Entity]))).optional(),
  }),
)

/**
 * Reads a list of OpenSanctions (law §3.2): one line of JSON per FollowTheMoney entity, as in
 * `targets.nested.json`, or in `entities.ftm.json`, where offices and sanctions have lines of their own, so
 * that the file is read once for these and once for the entities. Everyone who is sanctioned, politically
 * exposed or otherwise of interest is an entry, but not what merely belongs to one. Commercial use needs a
 * licence from OpenSanctions.
 */
export const readOpenSanctions: ListReader = async (text, output) => {
  let lastSeen: PlainDate | null = null
  const parts = output.isScattered ? await partsIn(text) : new FtmParts()
  for await (const { line, number } of linesOf(text)) {
    const entity = entityOf(line, number)
    const seen = parsePlainDate(entity.last_seen?.slice(0, 10) ?? '')
    if (seen && (!lastSeen || seen > lastSeen)) lastSeen = seen
    if (isFtmPart(entity.schema)) {
      if (!output.isScattered) throw new ScatteredEntry(number)
    } else await output.entry(entryOf(entity, parts, number))
  }
  output.published(lastSeen)
}

/** The offices and sanctions of a whole file. */
async function partsIn(text: AsyncIterable<string>): Promise<FtmParts> {
  const parts = new FtmParts()
  for await (const { line, number } of linesOf(text)) {
    const entity = entityOf(line, number)
    const { schema, id = '' } = entity
    if (isFtmPart(schema)) parts.add({ schema, id, texts: (name) => texts(entity, name) })
  }
  return parts
}

function entryOf(entity: Entity, parts: FtmParts, number: number): ListedEntry | undefined {
  const kind = KINDS[entity.schema ?? '']
  const topics = texts(entity, 'topics')
  if (!kind || (!entity.target && topics.length === 0)) return undefined
  if (!entity.id) throw new ListError(`Line ${number} has no id.`)
  const builder = new EntryBuilder(entity.id, kind)
  const family = texts(entity, 'lastName')
  for (const [index, name] of texts(entity, 'name').entries())
    builder.addName(name, index === 0 ? 'primary' : 'variation', familyIn(name, family))
  for (const alias of [...texts(entity, 'alias'), ...texts(entity, 'previousName')])
    builder.addName(alias, 'alias', familyIn(alias, family))
  for (const alias of texts(entity, 'weakAlias')) builder.addName(alias, 'weak_alias')
  for (const born of texts(entity, 'birthDate')) builder.addBirth(parseIsoDate(born))
  const places = kind === 'person' ? ['nationality', 'citizenship'] : ['country', 'jurisdiction']
  for (const country of places.flatMap((place) => texts(entity, place))) builder.addCountry(country)
  for (const registration of texts(entity, 'registrationNumber')) builder.addNumber(registration)
  if (kind === 'person') {
    for (const number of texts(entity, 'passportNumber')) builder.addDocument('Passport', number)
    for (const number of texts(entity, 'idNumber')) builder.addDocument('Identity document', number)
  }
  const offices = [...officesOf(entity), ...parts.officesOf(entity.id), ...texts(entity, 'position')]
  for (const position of offices) builder.addPosition(position)
  const apart = parts.sanctionsOf(entity.id)
  const programs = nested(entity, 'sanctions').flatMap((sanction) => texts(sanction, 'program'))
  const since = nested(entity, 'sanctions').flatMap((sanction) => texts(sanction, 'startDate'))
  const regimes = new Set([...programs, ...apart.programs, ...topics.map(topicText)])
  builder.describe([...regimes].join(', '), [...since, apart.since].filter(Boolean).sort()[0] ?? '')
  if (topics.length > 0 && topics.every((topic) => EXPOSED.has(topic))) builder.markExposedOnly()
  builder.link(`https://www.opensanctions.org/entities/${encodeURIComponent(entity.id)}/`)
  return builder.build()
}

/** The last words of a name, if they are one of the entity's family names. */
function familyIn(name: string, families: readonly string[]): string | undefined {
  return families.find((family) => name.toLowerCase().endsWith(` ${family.toLowerCase()}`))
}

/** A politically exposed person's offices, from the nested occupancies. */
function officesOf(entity: Entity): string[] {
  return nested(entity, 'positionOccupancies').flatMap((occupancy) =>
    nested(occupancy, 'post').flatMap((post) => [...texts(post, 'name').slice(0, 1)]),
  )
}

const TOPICS: Readonly<Record<string, string>> = {
  sanction: 'Sanctioned',
  'sanction.linked': 'Linked to someone sanctioned',
  'role.pep': 'Politically exposed',
  'role.rca': 'Close to someone politically exposed',
  debarment: 'Debarred',
  'crime.terror': 'Terrorism',
  'crime.fin': 'Financial crime',
  wanted: 'Wanted',
}

function topicText(topic: string): string {
  return TOPICS[topic] ?? topic
}

const EXPOSED: ReadonlySet<string> = new Set(['role.pep', 'role.rca', 'role.pol', 'gov.head', 'gov.national'])

function texts({ properties }: Entity, name: string): string[] {
  return (properties?.[name] ?? []).filter((value) => typeof value === 'string')
}

function nested({ properties }: Entity, name: string): Entity[] {
  return (properties?.[name] ?? []).filter((value) => typeof value !== 'string')
}

function entityOf(line: string, number: number): Entity {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw new ListError(`Line ${number} is not JSON, or is cut off.`)
  }
  const entity = parsed(json)
  if (!entity) throw new ListError(`Line ${number} is no entity of FollowTheMoney.`)
  return entity
}

function parsed(json: unknown): Entity | undefined {
  try {
    return Entity.safeParse(json).data
  } catch (error) {
    // Nested too deeply for the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ line: string; number: number }> {
  let rest = ''
  let number = 0
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LIST_LIMITS.recordCharacters)
      throw new ListError('One record of the file is longer than a sanctions list has any.')
    for (const line of lines) {
      number++
      if (line.trim()) yield { line, number }
    }
  }
  if (rest.trim()) yield { line: rest, number: number + 1 }
}
