import { consonantReadings, consonantsOf, halvesOfConsonants } from './bare-names.ts'
import { at, type CompactLists, CompactTexts, HashedLists, listAt } from './compact-lists.ts'
import { LONGEST, MOST_WEIGHT, type NameIndexParts, ROLE_BITS, roleOf } from './name-index-builder.ts'
import {
  COSTS,
  compareNames,
  fitOf,
  INITIAL_LIKENESS,
  MOST_BETWEEN,
  ONE_WORD_ALONE,
} from './screening-comparison.ts'
import { consonantKey, hashOf, lettersOf, mayBeAlike, wordKeys } from './screening-keys.ts'
import type { ScreeningSubject } from './screening-records.ts'
import { type NameWord, nameWord, wordWeight } from './split-names.ts'

/** Allows for rounding of the score and of sums of short numbers. */
const TOLERANCE = 0.02
/** Marks of words that may be the first or the second half of one of the customer's. */
const FIRST_HALF = 1
const SECOND_HALF = 2
/** How many of the customers' words are cached with similar ones: first names recur often. */
const STORED_WORDS_MAX = 4000

/** Words of a list that are like a customer's, and how much. */
interface Alike {
  ids: number[]
  likeness: number[]
}

/**
 * The names of a list, by their words. Each of a customer's words is compared once with the words of the list, not with
 * those of every name; only names with enough matching words are compared in full. Every name that would reach the
 * lowest score is found (law §3.3): those left out cannot.
 */
export class NameIndex {
  private readonly texts: CompactTexts
  private readonly posts: CompactLists
  private readonly owns: HashedLists
  private readonly forms: HashedLists
  private readonly spellings: HashedLists
  /** What each name has gained in the current search, and how many of its words were found. */
  private readonly gains: Float32Array
  private readonly told: Uint8Array
  private readonly lastTold: Uint8Array
  /** The marks of each word, while one of the customer's is looked for in halves. */
  private readonly halves: Uint8Array
  private readonly kept = new Map<string, Alike>()
  private readonly hydrated = new Map<number, NameWord>()

  private readonly parts: NameIndexParts
  private readonly kind: ScreeningSubject['kind']

  /** `kind`: whether people or companies are searched for. */
  constructor(parts: NameIndexParts, kind: ScreeningSubject['kind']) {
    this.parts = parts
    this.kind = kind
    this.texts = new CompactTexts(parts.textEnds, parts.texts)
    this.posts = { ends: parts.postEnds, values: parts.posts }
    this.owns = new HashedLists({ ends: parts.ownEnds, values: parts.owns })
    this.forms = new HashedLists({ ends: parts.formEnds, values: parts.forms })
    this.spellings = new HashedLists({ ends: parts.spellingEnds, values: parts.spellings })
    const names = parts.nameEntries.length
    this.gains = new Float32Array(names)
    this.told = new Uint8Array(names)
    this.lastTold = new Uint8Array(names)
    this.halves = new Uint8Array(parts.lengths.length)
  }

  /**
   * Returns the entries with a name that reaches their lowest score; `leastOf` gives that of an entry, never under
   * `least`.
   */
  find(given: readonly NameWord[], least: number, leastOf: (entry: number) => number): Set<number> {
    const { nameEntries, nameWeights } = this.parts
    const worth = worthOf(this.kind, least)
    const telling = given.filter(({ tells }) => tells)
    // Names without a telling word are found by the words they have.
    const asked = telling.length > 1 ? telling : given
    const needed = telling.length > 1 && least > ONE_WORD_ALONE ? 2 : 1
    const touched: number[] = []
    const gain = (post: number, value: number, tells: number) => {
      const name = post >>> ROLE_BITS
      if (at(this.gains, name) === 0) touched.push(name)
      // Never zero, so that it counts as touched.
      this.gains[name] = at(this.gains, name) + value + 1e-6
      this.told[name] = Math.min(255, at(this.told, name) + tells)
    }
    for (const [index, word] of asked.entries()) {
      const { ids, likeness } = this.alike(word)
      for (const [place, id] of ids.entries()) {
        const alike = likeness[place] ?? 0
        const { tells } = this.word(id << ROLE_BITS)
        const own = worth.given(word.weight, alike)
        for (const post of listAt(this.posts, id)) {
          const name = post >>> ROLE_BITS
          const isFirst = at(this.lastTold, name) !== index + 1 && (needed === 1 || tells)
          gain(post, own + worth.listed(this.weightAt(id, post), alike), isFirst ? 1 : 0)
          if (isFirst) this.lastTold[name] = index + 1
        }
      }
    }
    this.gainJoined(given, worth, gain)
    this.gainSplit(given, worth, gain)
    const ownWeight = distinctWeight(given)
    const rest = worth.rest(given.filter((word) => !asked.includes(word)))
    const found = new Set<number>()
    for (const name of touched) {
      const isEnough =
        at(this.told, name) >= needed &&
        at(this.gains, name) + rest + TOLERANCE >= worth.needed(ownWeight, at(nameWeights, name))
      const entry = at(nameEntries, name)
      this.gains[name] = 0
      this.told[name] = 0
      this.lastTold[name] = 0
      if (isEnough && !found.has(entry) && this.scoreOf(given, name) >= leastOf(entry)) found.add(entry)
    }
    return found
  }

  /** Two of the customer's words that the list writes as one; such a name may have no other word. */
  private gainJoined(given: readonly NameWord[], worth: Worth, gain: Gain): void {
    for (const [index, word] of given.entries()) {
      const next = given[index + 1]
      if (!next) continue
      for (const id of this.joined(word, next))
        for (const post of listAt(this.posts, id))
          gain(post, worth.given(word.weight + next.weight, 1) + worth.listed(this.weightAt(id, post), 1), 2)
    }
  }

  /** Returns the words that two of the customer's may form. */
  private joined(word: NameWord, next: NameWord): Iterable<number> {
    const id = this.idOf(word.text + next.text)
    const ids = new Set(id === undefined ? [] : [id])
    if (word.isBare && next.isBare)
      for (const reading of consonantReadings(word.shown + next.shown))
        for (const found of this.withConsonants(reading)) ids.add(found)
    return ids
  }

  /** One of the customer's words that the list writes as two. */
  private gainSplit(given: readonly NameWord[], worth: Worth, gain: Gain): void {
    for (const word of given)
      for (const [firsts, seconds] of this.halvesOf(word)) {
        this.mark(firsts.ids, FIRST_HALF)
        this.mark(seconds.ids, SECOND_HALF)
        // The half with fewer names leads to all that have both.
        for (const id of (firsts.places <= seconds.places ? firsts : seconds).ids)
          for (const post of listAt(this.posts, id)) {
            const both = this.weightOfHalves(post >>> ROLE_BITS)
            if (both > 0) gain(post, worth.given(word.weight, 1) + worth.listed(both, 1), 1)
          }
        for (const { ids } of [firsts, seconds]) for (const id of ids) this.halves[id] = 0
      }
  }

  private mark(ids: Uint32Array, half: number): void {
    for (const id of ids) this.halves[id] = at(this.halves, id) | half
  }

  /** Returns the most that two neighbours in a name weigh which are marked as a first and a second half, else 0. */
  private weightOfHalves(name: number): number {
    const { nameEnds, nameWords } = this.parts
    let most = 0
    for (let index = at(nameEnds, name); index + 1 < at(nameEnds, name + 1); index++) {
      const [first, second] = [at(nameWords, index), at(nameWords, index + 1)]
      const areMarked =
        at(this.halves, first >>> ROLE_BITS) & FIRST_HALF &&
        at(this.halves, second >>> ROLE_BITS) & SECOND_HALF
      if (areMarked) most = Math.max(most, this.weightOf(first) + this.weightOf(second))
    }
    return most
  }

  /** Returns words with the number of places that they have in names. */
  private half(ids: Uint32Array): Half {
    const { postEnds } = this.parts
    let places = 0
    for (const id of ids) places += at(postEnds, id + 1) - at(postEnds, id)
    return { ids, places }
  }

  /**
   * Returns the words that may be the first and second half of one of the customer's, for each place where it may be
   * split.
   */
  private *halvesOf({ text, shown, isBare }: NameWord): Generator<[Half, Half]> {
    for (let end = 1; end < text.length; end++) {
      const [a, b] = [this.idOf(text.slice(0, end)), this.idOf(text.slice(end))]
      if (a !== undefined && b !== undefined)
        yield [this.half(Uint32Array.of(a)), this.half(Uint32Array.of(b))]
    }
    if (!isBare) return
    // Its readings differ in few letters and so have most halves in common.
    const found = new Map<string, Half>()
    const wordsWith = (consonants: string) => {
      const half = found.get(consonants) ?? this.half(this.withConsonants(consonants))
      found.set(consonants, half)
      return half
    }
    const pairs = consonantReadings(shown).flatMap(halvesOfConsonants)
    for (const [first, second] of new Map(pairs.map((pair) => [pair.join(' '), pair])).values()) {
      const [firsts, seconds] = [wordsWith(first), wordsWith(second)]
      if (firsts.places > 0 && seconds.places > 0) yield [firsts, seconds]
    }
  }

  /** Returns the words of the list that match a word in any name. */
  private alike(word: NameWord): Alike {
    if (word.isSign) {
      const id = this.idOf(word.text)
      return id === undefined ? { ids: [], likeness: [] } : { ids: [id], likeness: [1] }
    }
    const key = word.isBare ? `${word.text} ${word.shown}` : word.text
    const known = this.kept.get(key)
    if (known) return known
    const ids = word.text.length === 1 ? this.initialled(word.text) : this.candidates(word)
    const found: Alike = { ids: [], likeness: [] }
    // Which word is a family name differs from name to name: treating none as one loses nothing.
    const own = nameWord(word, word.isBare ? 'bare' : 'name')
    for (const id of ids) {
      const fit = fitOf(own, this.word(id << ROLE_BITS))
      if (!fit) continue
      found.ids.push(id)
      found.likeness.push(fit.likeness)
    }
    if (this.kept.size >= STORED_WORDS_MAX) this.kept.clear()
    this.kept.set(key, found)
    return found
  }

  private candidates(word: NameWord): Set<number> {
    const { letters } = this.parts
    const ids = new Set<number>()
    const { forms, spellings } = wordKeys(word)
    for (const key of forms) for (const id of this.forms.find(hashOf(key))) ids.add(id)
    if (word.isBare)
      for (const reading of consonantReadings(word.shown))
        for (const id of this.withConsonants(reading)) ids.add(id)
    const own = { length: Math.min(word.text.length, LONGEST), letters: lettersOf(word.text) }
    for (const key of spellings)
      for (const id of this.spellings.find(hashOf(key)))
        if (mayBeAlike(own, { length: this.lengthOf(id), letters: at(letters, id) })) ids.add(id)
    const initial = this.idOf(word.text.slice(0, 1))
    if (initial !== undefined) ids.add(initial)
    return ids
  }

  /** Returns the words with exactly these consonants: others may share their place in the index. */
  private withConsonants(consonants: string): Uint32Array {
    return this.forms
      .find(hashOf(consonantKey(consonants)))
      .filter((id) => consonantsOf(this.text(id)) === consonants)
  }

  /** Returns every word that starts with a letter. */
  private initialled(letter: string): number[] {
    const { textEnds, texts, letters } = this.parts
    const [first] = new TextEncoder().encode(letter)
    const ids: number[] = []
    for (let id = 0; id < letters.length; id++) if (texts[at(textEnds, id)] === first) ids.push(id)
    return ids
  }

  private scoreOf(given: readonly NameWord[], name: number): number {
    // Separate objects, because a comparison uses every word of a name once.
    const listed = Array.from(this.wordsAt(name), (word) => ({ ...this.word(word) }))
    return compareNames(given, listed, this.kind).score
  }

  private word(word: number): NameWord {
    const known = this.hydrated.get(word)
    if (known) return known
    const text = this.text(word >>> ROLE_BITS)
    const made = nameWord({ shown: text, text }, roleOf(word))
    if (this.hydrated.size >= STORED_WORDS_MAX) this.hydrated.clear()
    this.hydrated.set(word, made)
    return made
  }

  private idOf(text: string): number | undefined {
    return this.owns.find(hashOf(text)).find((id) => this.text(id) === text)
  }

  private wordsAt(name: number): Uint32Array {
    return listAt({ ends: this.parts.nameEnds, values: this.parts.nameWords }, name)
  }

  private text(id: number): string {
    return this.texts.get(id)
  }

  private lengthOf(id: number): number {
    return at(this.parts.lengths, id)
  }

  private weightAt(id: number, post: number): number {
    return wordWeight(this.lengthOf(id), roleOf(post))
  }

  private weightOf(word: number): number {
    return this.weightAt(word >>> ROLE_BITS, word)
  }
}

/** Words that may be a half of one of the customer's, and in how many places of names they are. */
interface Half {
  ids: Uint32Array
  places: number
}

type Gain = (post: number, value: number, tells: number) => void

function distinctWeight(words: readonly NameWord[]): number {
  const weights = new Map<string, number>()
  for (const { text, weight } of words) weights.set(text, Math.min(weights.get(text) ?? weight, weight))
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0)
}

interface Worth {
  given(weight: number, likeness: number): number
  listed(weight: number, likeness: number): number
  rest(words: readonly NameWord[]): number
  needed(given: number, listed: number): number
}

/**
 * Returns what a found word adds towards a score, and how much a name needs. A name's score is `found / all`, where
 * each pair of words adds its weight to `all` and that times its likeness to `found`, and each leftover word adds at
 * least its lowest cost to `all`. So `found ≥ least × all` requires that the total worth of all found words on both
 * sides, each taken at its best likeness anywhere, reaches the cost of leaving all of them over.
 */
function worthOf(kind: ScreeningSubject['kind'], least: number): Worth {
  const { given, listed } = COSTS[kind]
  const [ofGiven, ofListed] = [given.between * least, listed.between * least]
  const worth = (cost: number) => (weight: number, likeness: number) =>
    Math.max(0, weight * ((likeness - least) / 2 + cost))
  const [givenWorth, listedWorth] = [worth(ofGiven), worth(ofListed)]
  return {
    given: givenWorth,
    listed: listedWorth,
    // Words that are not looked up may match any in the list: an initial a long word, a form the same form.
    rest: (words) =>
      words.reduce((sum, { weight, isForm, text }) => {
        const other = isForm
          ? [weight, 1]
          : text.length === 1
            ? [MOST_WEIGHT, INITIAL_LIKENESS]
            : [MOST_WEIGHT, 1]
        return sum + givenWorth(weight, 1) + listedWorth(other[0] ?? 0, other[1] ?? 0)
      }, 0),
    needed: (givenWeight, listedWeight) =>
      Math.min(ofGiven * givenWeight, MOST_BETWEEN[kind].given * least) +
      Math.min(ofListed * listedWeight, MOST_BETWEEN[kind].listed * least),
  }
}
