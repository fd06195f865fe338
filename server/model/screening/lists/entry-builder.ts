import type { ListedKind, NameQuality } from '#contract/screening/sanctions.ts'
import { listedCountry } from '#domain/screening/listed-countries.ts'
import type { ListedBirth, ListedEntry, ListedName } from '#domain/screening/screening-records.ts'
import { LIST_LIMITS, ListError } from './list-error.ts'

/** More than anyone compares by eye. */
const DOCUMENTS_MAX = 20

/** An entry while its rows or elements come in; what is said twice is kept once. */
export class EntryBuilder {
  readonly ref: string
  readonly kind: ListedKind
  private readonly names = new Map<string, ListedName>()
  private readonly births = new Map<string, ListedBirth>()
  private readonly countries = new Set<string>()
  private readonly numbers = new Set<string>()
  private readonly documents = new Set<string>()
  private readonly positions = new Set<string>()
  private regime: string | null = null
  private listedOn: string | null = null
  private url: string | undefined
  private isExposedOnly = false

  constructor(ref: string, kind: ListedKind) {
    this.ref = ref
    this.kind = kind
  }

  /** Adds a name unless it says nothing; of two qualities of one name the better stays. Throws for too many. */
  addName(text: string, quality: NameQuality, family?: string): void {
    const name = tidy(text)
    if (!name || !/[\p{L}\p{N}]/u.test(name)) return
    const known = this.names.get(name)
    if (!known || QUALITIES.indexOf(quality) < QUALITIES.indexOf(known.quality))
      this.names.set(name, { text: name, quality, ...(family && { family: tidy(family) }) })
    if (this.names.size > LIST_LIMITS.namesOfEntry)
      throw new ListError(`Entry ${this.ref} has more than ${LIST_LIMITS.namesOfEntry} names.`)
  }

  addBirth(birth: ListedBirth | null): void {
    if (birth) this.births.set(JSON.stringify(birth), birth)
  }

  /** Adds a country by its name or code; one that is not known says nothing. */
  addCountry(name: string): void {
    const code = listedCountry(name)
    if (code) this.countries.add(code)
  }

  addNumber(number: string): void {
    const tidied = tidy(number)
    if (/\d/.test(tidied)) this.numbers.add(tidied.slice(0, 100))
  }

  /** Adds an identity document: its kind, its number and who issued it, as far as the list tells; without a number it says nothing. */
  addDocument(kind: string, number: string, country = ''): void {
    if (!/\d/.test(number) || this.documents.size === DOCUMENTS_MAX) return
    const issued = country.trim() && `, ${country}`
    this.documents.add(tidy(`${kind || 'Document'} ${number}${issued}`).slice(0, 200))
  }

  /** Adds an office that a politically exposed person holds or held. */
  addPosition(position: string): void {
    const tidied = tidy(position).slice(0, 200)
    if (tidied && this.positions.size < 20) this.positions.add(tidied)
  }

  /** Says that the entry is politically exposed, and nothing worse. */
  markExposedOnly(): void {
    this.isExposedOnly = true
  }

  /** Names the page of the publisher that tells of the entry; anything but https says nothing. */
  link(url: string): void {
    if (/^https:\/\/[^\s]{4,400}$/.test(url)) this.url ??= url
  }

  describe(regime: string, listedOn: string): void {
    this.regime = tidy(regime).slice(0, 300) || this.regime
    this.listedOn = tidy(listedOn).slice(0, 30) || this.listedOn
  }

  /** Takes up an entry of which some was read before. */
  continue({ names, births, countries, numbers, documents = [], regime, listedOn }: ListedEntry): void {
    for (const name of names) this.names.set(name.text, name)
    for (const birth of births) this.births.set(JSON.stringify(birth), birth)
    for (const country of countries) this.countries.add(country)
    for (const number of numbers) this.numbers.add(number)
    for (const document of documents) this.documents.add(document)
    this.regime = regime
    this.listedOn = listedOn
  }

  /** The entry; undefined where it has no name to look for. */
  build(): ListedEntry | undefined {
    if (this.names.size === 0) return undefined
    return {
      ref: this.ref,
      kind: this.kind,
      names: [...this.names.values()],
      births: [...this.births.values()],
      countries: [...this.countries],
      numbers: [...this.numbers],
      regime: this.regime,
      listedOn: this.listedOn,
      ...(this.documents.size > 0 && { documents: [...this.documents] }),
      ...(this.positions.size > 0 && { positions: [...this.positions] }),
      ...(this.isExposedOnly && { isExposedOnly: true }),
      ...(this.url && { url: this.url }),
    }
  }
}

const QUALITIES: readonly NameQuality[] = ['primary', 'variation', 'alias', 'weak_alias']

/** The kind of an entry by the list's own word. Throws for one that is not known: nothing is guessed. */
export function kindOf(word: string, ref: string): ListedKind {
  switch (tidy(word).toLowerCase()) {
    case 'individual':
    case 'person':
      return 'person'
    case 'entity':
    case 'enterprise':
    case 'company':
      return 'entity'
    case 'ship':
    case 'vessel':
    case 'aircraft':
      return 'ship'
    default:
      throw new ListError(`Entry ${ref} is neither an individual, an entity nor a ship, but "${tidy(word)}".`)
  }
}

/** What a name is worth by the list's words for it, such as "Alias" and "Low quality a.k.a". */
export function qualityOf(type: string, strength: string): NameQuality {
  if (/low/i.test(strength)) return 'weak_alias'
  if (/variation/i.test(type)) return 'variation'
  return /alias|a\.?k\.?a|f\.?k\.?a/i.test(type) ? 'alias' : 'primary'
}

/** Several values in one field, as `(1) Iran (2) Iraq`, `Iran|Iraq` or `Iran; Iraq`. */
export function valuesOf(field: string): string[] {
  if (!field) return []
  return field
    .split(/\(\d{1,2}\)|[|;]/)
    .map(tidy)
    .filter(Boolean)
}

function tidy(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}
