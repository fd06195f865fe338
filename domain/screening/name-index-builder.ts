import {
  at,
  type CompactLists,
  CompactTexts,
  compactLists,
  GrowingNumbers,
  HashedLists,
  type PartsOf,
} from './compact-lists.ts'
import { hashOf, lettersOf, wordKeys } from './screening-keys.ts'
import { type NameWord, nameWord, WORD_ROLES, type WordRole, wordWeight } from './split-names.ts'

/** A word in a name as one number: the word and its role. */
export const ROLE_BITS = 4
const ROLE_MASK = (1 << ROLE_BITS) - 1
/** No word weighs more than this. */
export const MOST_WEIGHT = Math.max(...WORD_ROLES.map((role) => wordWeight(Number.POSITIVE_INFINITY, role)))
/** Longer words count as this long, far beyond where length matters. */
export const LONGEST = 255

/** A stored index: every word once, the names by their words, and the keys that find a word. */
export const NAME_INDEX_PARTS = {
  textEnds: Uint32Array,
  texts: Uint8Array,
  lengths: Uint8Array,
  letters: Uint32Array,
  nameEnds: Uint32Array,
  nameWords: Uint32Array,
  nameWeights: Float32Array,
  nameEntries: Uint32Array,
  postEnds: Uint32Array,
  posts: Uint32Array,
  ownEnds: Uint32Array,
  owns: Uint32Array,
  formEnds: Uint32Array,
  forms: Uint32Array,
  spellingEnds: Uint32Array,
  spellings: Uint32Array,
} as const
export type NameIndexParts = PartsOf<typeof NAME_INDEX_PARTS>

/** Builds the index of a list's names, one by one. */
export class NameIndexBuilder {
  private readonly words = new Map<string, number>()
  private readonly nameEnds = new GrowingNumbers()
  private readonly nameWords = new GrowingNumbers()
  private readonly nameEntries = new GrowingNumbers()

  constructor() {
    this.nameEnds.push(0)
  }

  /** Adds a name of the entry at an index. */
  add(entry: number, words: readonly NameWord[]): void {
    if (words.length === 0) return
    for (const { text, role } of words) {
      const id = this.words.get(text) ?? this.words.size
      this.words.set(text, id)
      this.nameWords.push((id << ROLE_BITS) | WORD_ROLES.indexOf(role))
    }
    this.nameEnds.push(this.nameWords.length)
    this.nameEntries.push(entry)
  }

  /**
   * Returns the arrays of the index of what was added, by name and in memory of their own. Each is released once it was
   * returned, so that writing them one by one never holds the whole index in memory.
   */
  *finish(): Generator<[keyof NameIndexParts, NameIndexParts[keyof NameIndexParts]]> {
    const words = this.words.size
    const [own, form, spelling] = [new Keys(), new Keys(), new Keys()]
    const letters = new Uint32Array(words)
    const lengths = new Uint8Array(words)
    for (const [text, id] of this.words) {
      lengths[id] = Math.min(text.length, LONGEST)
      letters[id] = lettersOf(text)
      own.add(text, id)
      const keys = wordKeys(nameWord({ shown: text, text }, 'name'))
      for (const key of keys.forms) form.add(key, id)
      for (const key of new Set(keys.spellings)) spelling.add(key, id)
    }
    const texts = CompactTexts.of(this.words.keys())
    this.words.clear()
    yield ['textEnds', texts.ends]
    yield ['texts', texts.bytes]
    yield ['letters', letters]
    const owns = own.take()
    yield ['ownEnds', owns.ends]
    yield ['owns', owns.values]
    const forms = form.take()
    yield ['formEnds', forms.ends]
    yield ['forms', forms.values]
    const spellings = spelling.take()
    yield ['spellingEnds', spellings.ends]
    yield ['spellings', spellings.values]
    yield ['nameEntries', this.nameEntries.take()]
    const [nameEnds, nameWords] = [this.nameEnds.take(), this.nameWords.take()]
    yield ['nameWeights', weightsOf(nameEnds, nameWords, lengths)]
    yield ['lengths', lengths]
    const posts = compactLists(
      words,
      nameWords.map((word) => word >>> ROLE_BITS),
      postsOf(nameEnds, nameWords),
    )
    yield ['postEnds', posts.ends]
    yield ['posts', posts.values]
    yield ['nameEnds', nameEnds]
    yield ['nameWords', nameWords]
  }
}

/** Returns the total weight of each name's words. */
function weightsOf(
  nameEnds: Uint32Array,
  nameWords: Uint32Array,
  lengths: Uint8Array,
): Float32Array<ArrayBuffer> {
  const nameWeights = new Float32Array(nameEnds.length - 1)
  for (let name = 0; name < nameWeights.length; name++) {
    const weights = new Map<number, number>()
    for (let index = at(nameEnds, name); index < at(nameEnds, name + 1); index++) {
      const word = at(nameWords, index)
      const id = word >>> ROLE_BITS
      // A repeated word may cost nothing the second time.
      const weight = wordWeight(at(lengths, id), roleOf(word))
      weights.set(id, Math.min(weights.get(id) ?? MOST_WEIGHT, weight))
    }
    for (const weight of weights.values()) nameWeights[name] = at(nameWeights, name) + weight
  }
  return nameWeights
}

/** Returns, for each word of each name, the name it is in and its role there. */
function postsOf(nameEnds: Uint32Array, nameWords: Uint32Array): Uint32Array<ArrayBuffer> {
  const posts = new Uint32Array(nameWords.length)
  for (let name = 0; name < nameEnds.length - 1; name++)
    for (let index = at(nameEnds, name); index < at(nameEnds, name + 1); index++)
      posts[index] = (name << ROLE_BITS) | (at(nameWords, index) & ROLE_MASK)
  return posts
}

class Keys {
  private readonly hashes = new GrowingNumbers()
  private readonly ids = new GrowingNumbers()

  add(key: string, id: number): void {
    this.hashes.push(hashOf(key))
    this.ids.push(id)
  }

  /** Returns the numbers by their keys, and empties the builder. */
  take(): CompactLists {
    return HashedLists.of(this.hashes.take(), this.ids.take()).lists
  }
}

/** Returns the role of a word in a name. */
export function roleOf(word: number): WordRole {
  return WORD_ROLES[word & ROLE_MASK] as WordRole
}
