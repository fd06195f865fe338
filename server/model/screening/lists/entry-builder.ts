import type { ListedKind, NameQuality } from '#contract/screening/sanctions.ts'
import { listedCountry } from '#domain/screening/listed-countries.ts'
import type { ListedBirth, ListedEntry, ListedName } from '#domain/screening/screening-records.ts'
import { LIST_LIMITS, ListError } from './list-error.ts'

/** More than anyone compares by eye. */
const DOCUMENTS_MAX = 20

/** An entry under construction while its rows or elements arrive; duplicates are kept once. */
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

  /**
   * Adds a name unless it is empty; of two qualities of a name the better one is kept. Throws if there are too
   * many.
   */
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

  /** Adds a country by name or code; an unknown one is ignored. */
  addCountry(name: string): void {
    const code = listedCountry(name)
    if (code) this.countries.add(code)
  }

  addNumber(number: string): void {
    const tidied = tidy(number)
    if (/\d/.test(tidied)) this.numbers.add(tidied.slice(0, 100))
  }

  /**
   * Adds an identity document: kind, number and issuer, as far as the list has them; without a number it is
   * ignored.
   */
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

  /** Marks the entry as politically exposed but nothing worse. */
  markExposedOnly(): void {
    this.isExposedOnly = true
  }

  /** Adds the publisher's page about the entry; anything but https is ignored. */
  link(url: string): void {
    if (/^https:\/\/[^\s]{4,400}$/.test(url)) this.url ??= url
  }

  describe(regime: string, listedOn: string): void {
    this.regime = tidy(regime).slice(0, 300) || this.regime
    this.listedOn = tidy(listedOn).slice(0, 30) || this.listedOn
  }

  /** Continues an entry that was partly read before. */
  continue({ names, births, countries, numbers, documents = [], regime, listedOn }: ListedEntry): void {
    for (const name of names) this.names.set(name.text, name)
    for (const birth of births) this.births.set(JSON.stringify(birth), birth)
    for (const country of countries) this.countries.add(country)
    for (const number of numbers) this.numbers.add(number)
    for (const document of documents) this.documents.add(document)
    this.regime = regime
    this.listedOn = listedOn
  }

  /** The entry; undefined if it has no name to look for. */
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

/**
 * An entry's kind from the list's own word. Throws for an unknown word, because nothing is guessed; `expected` are the words
 * of this list.
 */
export function kindOf(
  word: string,
  ref: string,
  expected = 'an individual, an entity nor a ship',
): ListedKind {
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
      throw new ListError(`Entry ${ref} is neither ${expected}, but "${tidy(word)}".`)
  }
}

/** A name's quality from the list's words for it, such as "Alias" and "Low quality a.k.a". */
export function qualityOf(type: string, strength: string): NameQuality {
  if (/low/i.test(strength)) return 'weak_alias'
  if (/variation/i.test(type)) return 'variation'
  return /alias|a\.?k\.?a|f\.?k\.?a/i.test(type) ? 'alias' : 'primary'
}

/** Splits several values in one field, as in `(1) Iran (2) Iraq`, `Iran|Iraq` or `Iran; Iraq`. */
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
