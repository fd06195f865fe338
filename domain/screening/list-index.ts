import { CompactTexts, GrowingNumbers, HashedLists, type PartsOf } from './compact-lists.ts'
import { NameIndex } from './name-index.ts'
import { NAME_INDEX_PARTS, NameIndexBuilder, type NameIndexParts } from './name-index-builder.ts'
import { comparedNumber, hashOf } from './screening-keys.ts'
import {
  type LowestScore,
  leastNameScore,
  POSSIBLE_FROM,
  type PreparedSubject,
  readingsOfName,
} from './screening-match.ts'
import type { ListedEntry } from './screening-records.ts'

/** What is stored of a list besides its names: the keys of its entries, and which are people or have a number. */
const ENTRY_PARTS = {
  refEnds: Uint32Array,
  refs: Uint8Array,
  arePeople: Uint8Array,
  numberEnds: Uint32Array,
  numbers: Uint32Array,
} as const

/** A searchable list. The same names are split both as people's and as companies'. */
interface ListIndexParts {
  people: NameIndexParts
  companies: NameIndexParts
  entries: EntryParts
}
type EntryParts = PartsOf<typeof ENTRY_PARTS>

const PARTS = { people: NAME_INDEX_PARTS, companies: NAME_INDEX_PARTS, entries: ENTRY_PARTS }

/** A named array of an index, as bytes: passed between threads and stored in the database. */
export type IndexPart = [name: string, bytes: ArrayBuffer]

function* partsOf(
  group: keyof ListIndexParts,
  arrays: Iterable<[string, Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>]>,
): Generator<IndexPart> {
  for (const [name, { buffer }] of arrays) yield [`${group}.${name}`, buffer]
}

/** Returns the arrays of an index by name; missing ones are empty. */
function arraysOf(parts: Iterable<IndexPart>): ListIndexParts {
  const bytes = new Map(parts)
  const groups = Object.entries(PARTS).map(([group, types]) => [
    group,
    Object.fromEntries(
      Object.entries(types).map(([name, type]) => [
        name,
        new type(bytes.get(`${group}.${name}`) ?? new ArrayBuffer()),
      ]),
    ),
  ])
  return Object.fromEntries(groups)
}

/** Builds the index of a list from its entries, one by one. */
export class ListIndexBuilder {
  private readonly people = new NameIndexBuilder()
  private readonly companies = new NameIndexBuilder()
  private readonly refs: string[] = []
  private readonly arePeople = new GrowingNumbers()
  private readonly hashes = new GrowingNumbers()
  private readonly numbered = new GrowingNumbers()

  add({ ref, kind, names, numbers }: ListedEntry): void {
    const entry = this.refs.length
    this.refs.push(ref)
    this.arePeople.push(kind === 'person' ? 1 : 0)
    for (const { text, family } of names) {
      for (const words of readingsOfName({ name: text, family }, 'person')) this.people.add(entry, words)
      for (const words of readingsOfName({ name: text, family }, 'company')) this.companies.add(entry, words)
    }
    for (const number of numbers) {
      this.hashes.push(hashOf(comparedNumber(number)))
      this.numbered.push(entry)
    }
  }

  /** Returns the index of what was added, part by part. Each part is released once it was returned. */
  *finish(): Generator<IndexPart> {
    const refs = CompactTexts.of(this.refs)
    this.refs.length = 0
    const numbers = HashedLists.of(this.hashes.take(), this.numbered.take()).lists
    const entries: EntryParts = {
      refEnds: refs.ends,
      refs: refs.bytes,
      arePeople: Uint8Array.from(this.arePeople.take()),
      numberEnds: numbers.ends,
      numbers: numbers.values,
    }
    yield* partsOf('entries', Object.entries(entries))
    yield* partsOf('people', this.people.finish())
    yield* partsOf('companies', this.companies.finish())
  }
}

/** A list ready to be searched. */
export class ListIndex {
  private readonly names: Record<'person' | 'company', NameIndex>
  private readonly refs: CompactTexts
  private readonly numbers: HashedLists

  private readonly arePeople: Uint8Array

  constructor(parts: Iterable<IndexPart>) {
    const { people, companies, entries } = arraysOf(parts)
    this.names = {
      person: new NameIndex(people, 'person'),
      company: new NameIndex(companies, 'company'),
    }
    this.arePeople = entries.arePeople
    this.refs = new CompactTexts(entries.refEnds, entries.refs)
    this.numbers = new HashedLists({ ends: entries.numberEnds, values: entries.numbers })
  }

  /** Returns the keys of the entries that can reach a score: any that does is among them (law §3.3). */
  candidates({ subject, readings }: PreparedSubject, from: LowestScore = POSSIBLE_FROM): string[] {
    const { kind, companyNumber } = subject
    const leastOf = (entry: number) =>
      leastNameScore((kind === 'person') !== (this.arePeople[entry] === 1), from)
    const found = new Set<number>()
    for (const words of readings)
      for (const entry of this.names[kind].find(words, leastNameScore(false, from), leastOf)) found.add(entry)
    if (companyNumber && kind === 'company')
      for (const entry of this.numbers.find(hashOf(comparedNumber(companyNumber)))) found.add(entry)
    return Array.from(found, (entry) => this.refs.get(entry))
  }
}
