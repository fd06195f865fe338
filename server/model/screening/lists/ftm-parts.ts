import { LIST_LIMITS, ListError } from './list-error.ts'

/** A FollowTheMoney line that belongs to another one: its schema, key and texts. */
export interface FtmPart {
  schema: string
  id: string
  texts(name: string): readonly string[]
}

/** The schemas of such lines. */
const SCHEMAS: ReadonlySet<string> = new Set(['Occupancy', 'Position', 'Sanction'])
/** More programmes than any entry has. */
const PROGRAMS_MAX = 20

/** Whether lines of a schema belong to another line. */
export function isFtmPart(schema: string | undefined): schema is string {
  return schema !== undefined && SCHEMAS.has(schema)
}

/**
 * Offices and sanctions in lines of their own, before or after the entity they are about. Only names and dates
 * are kept, keys once and then as numbers, because a list may have a million of them.
 */
export class FtmParts {
  private readonly places = new Map<string, number>()
  /** Each position's name, by its index. */
  private readonly names: string[] = []
  /** Each holder's latest post; each post links to the one before. */
  private readonly latest = new Map<string, number>()
  private readonly posts: { readonly places: number[]; readonly before: number[] } = {
    places: [],
    before: [],
  }
  private readonly sanctions = new Map<string, { programs: string; since: string }>()
  /** Texts that occur often, stored once. */
  private readonly said = new Map<string, string>()
  private count = 0

  add({ schema, id, texts }: FtmPart): void {
    if (++this.count > LIST_LIMITS.entries)
      throw new ListError(`The file has more than ${LIST_LIMITS.entries} offices and sanctions.`)
    if (schema === 'Position') this.names[this.placeOf(id)] = texts('name')[0] ?? ''
    else if (schema === 'Occupancy')
      for (const holder of texts('holder')) for (const post of texts('post')) this.addPost(holder, post)
    else for (const entity of texts('entity')) this.addSanction(entity, texts('program'), texts('startDate'))
  }

  /** The names of a person's offices. */
  officesOf(id: string): string[] {
    const offices: string[] = []
    for (let at = this.latest.get(id) ?? NONE; at !== NONE; at = this.posts.before[at] ?? NONE) {
      const name = this.names[this.posts.places[at] ?? NONE]
      if (name) offices.push(name)
    }
    return offices.reverse()
  }

  /** The programmes under which an entity is sanctioned, and since when; empty if unknown. */
  sanctionsOf(id: string): { programs: readonly string[]; since: string } {
    const { programs, since } = this.sanctions.get(id) ?? { programs: '', since: '' }
    return { programs: programs.split(BETWEEN).filter(Boolean), since }
  }

  private addPost(holder: string, post: string): void {
    this.posts.places.push(this.placeOf(post))
    this.posts.before.push(this.latest.get(holder) ?? NONE)
    this.latest.set(holder, this.posts.places.length - 1)
  }

  /** The index of a position's key, which its holders may mention before its own line. */
  private placeOf(position: string): number {
    const place = this.places.get(position) ?? this.places.size
    this.places.set(position, place)
    if (this.names.length <= place) this.names.push('')
    return place
  }

  private addSanction(entity: string, programs: readonly string[], dates: readonly string[]): void {
    const former = this.sanctionsOf(entity)
    const since = [former.since, ...dates].filter(Boolean).sort()[0] ?? ''
    const all = [...new Set([...former.programs, ...programs])].slice(0, PROGRAMS_MAX).join(BETWEEN)
    this.sanctions.set(entity, { programs: this.once(all), since: this.once(since) })
  }

  private once(text: string): string {
    const known = this.said.get(text)
    if (known === undefined) this.said.set(text, text)
    return known ?? text
  }
}

const NONE = -1
const BETWEEN = '\n'
