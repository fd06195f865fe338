/** Likeness of words after so many mistakes; a mistake matters more in a shorter word. Index: length, at most 12. */
const AFTER_ONE = [0, 0, 0, 0.82, 0.88, 0.92, 0.94, 0.94, 0.95, 0.95, 0.95, 0.95, 0.95]
const AFTER_TWO = [0, 0, 0, 0, 0, 0, 0.8, 0.86, 0.87, 0.9, 0.9, 0.9, 0.9]
const AFTER_THREE = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.8, 0.84, 0.86]
const LONGEST = 12
const MOST_SLIPS = 3
/**
 * People look at the start of a word: a different start is less likely to be a mistake, and together with a second
 * mistake it hardly ever is.
 */
const ANOTHER_BEGINNING = 0.05
const ANOTHER_BEGINNING_AND_MORE = 0.1

/**
 * Returns how alike two words are written, from 0 to 1, by the mistakes between them: a letter wrong, left out or
 * added, or two neighbours swapped. 0 if they are different words.
 */
export function writtenAlike(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1
  const slips = slipsBetween(a, b)
  if (slips > MOST_SLIPS || (slips > 1 && !shareAnEnd(a, b))) return 0
  const length = Math.min(LONGEST, Math.max(a.length, b.length))
  const likeness = (slips === 1 ? AFTER_ONE : slips === 2 ? AFTER_TWO : AFTER_THREE)[length] ?? 0
  if (likeness === 0 || a[0] === b[0]) return likeness
  return likeness - (slips === 1 ? ANOTHER_BEGINNING : ANOTHER_BEGINNING_AND_MORE)
}

/** Number of letters at the start and end of a word that it is looked up by. */
export const END_LETTERS = 3

/** Words with several mistakes are only alike if an end is intact, so that a look-up finds every word that is alike. */
function shareAnEnd(a: string, b: string): boolean {
  return (
    a.slice(0, END_LETTERS) === b.slice(0, END_LETTERS) || a.slice(-END_LETTERS) === b.slice(-END_LETTERS)
  )
}

/**
 * Returns the smallest number of mistakes between two words (optimal string alignment), or one more than the maximum
 * that is checked.
 */
export function slipsBetween(a: string, b: string): number {
  const tooMany = MOST_SLIPS + 1
  if (Math.abs(a.length - b.length) > MOST_SLIPS) return tooMany
  let [before, above, row] = rowsFor(b.length + 1)
  for (let j = 0; j <= b.length; j++) above[j] = j
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1)
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let slips = at(above, j - 1) + (letter === other ? 0 : 1)
      slips = Math.min(slips, at(above, j) + 1, at(row, j - 1) + 1)
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        slips = Math.min(slips, at(before, j - 2) + 1)
      row[j] = slips
      if (slips < least) least = slips
    }
    if (least > MOST_SLIPS) return tooMany
    ;[before, above, row] = [above, row, before]
  }
  return Math.min(tooMany, at(above, b.length))
}

type Rows = [Uint16Array, Uint16Array, Uint16Array]

/** Shared by all comparisons, which are too frequent to allocate: each one ends before the next starts. */
let rows: Rows = rowsOf(64)

function rowsFor(length: number): Rows {
  if (length > rows[0].length) rows = rowsOf(length)
  return rows
}

function rowsOf(length: number): Rows {
  return [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)]
}

function at(row: Uint16Array, index: number): number {
  return row[index] ?? 0
}

/** Returns how many mistakes may be between words that are alike, by the length of the longer one. */
export function mostSlips(length: number): number {
  const index = Math.min(LONGEST, length)
  return AFTER_THREE[index] ? 3 : AFTER_TWO[index] ? 2 : AFTER_ONE[index] ? 1 : 0
}

/**
 * Spellings of one sound, longest first: Iouri and Yuri, Khaled and Haled, Tchaikovsky and Chaikovski, Xi and Shi,
 * Andrej and Andrei.
 */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^iou/, 'yu'],
  [/^ie/, 'ye'],
  [/^dj/, 'j'],
  [/^(x|hs)(?=[aeiouy])/, 's'],
  [/(?<=[eiy])j$/, 'i'],
  [/shch|tch|tsch|sch/g, 'ch'],
  [/dzh/g, 'j'],
  [/sh|zh/g, 's'],
  [/ch/g, 'k'],
  [/kh|gh/g, 'h'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ts|tz/g, 's'],
  [/ck|q|c/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  [/z/g, 's'],
  [/g/g, 'j'],
]

/** With fewer consonants than this, they alone hardly tell two names apart. */
const FEW_CONSONANTS = 2

/**
 * Returns roughly how a word in Latin letters sounds: its consonants, each sound spelt one way. Words that sound alike
 * are candidates for one another (law §3.3); a word with hardly any consonants sounds like itself.
 */
export function soundOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  const sound = spelt(word)
  const consonants = sound.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1')
  // A final h is often not written: Abdullah, Abdulla.
  const bare = consonants.length > 2 ? consonants.replace(/h$/, '') : consonants
  return bare.length > 1 ? bare : `=${sound.replace(/(.)\1+/g, '$1')}`
}

function spelt(word: string): string {
  let sound = word
  for (const [spelling, replacement] of SPELLINGS) sound = sound.replace(spelling, replacement)
  return sound
}

interface Sounding {
  text: string
  sound: string
}

/** Words that sound alike but are spelt differently: Yuri and Iouri. */
const SOUND_LIKENESS = 0.92
/** The same if a vowel contradicts: Hassan and Hussein are mostly two people. */
const OTHER_VOWELS_LIKENESS = 0.82

/**
 * Returns how much two words sound alike; 0 if they don't. Consonants alone would equate Tariq and Turki, or Qadir and
 * Chaudhry, so words that sound alike must also be written nearly alike, especially those with few consonants.
 */
export function soundLikeness(a: Sounding, b: Sounding): number {
  if (a.sound !== b.sound) return 0
  const hasFew = a.sound.length <= FEW_CONSONANTS
  const areBare = saysFewVowels(a) || saysFewVowels(b)
  const slips = areBare
    ? slipsBetween(a.text, b.text)
    : slipsBetween(plainVowels(a.text), plainVowels(b.text))
  if (areBare ? hasFew && slips > 2 : slips > (hasFew ? 1 : 2)) return 0
  return areVowelsAlike(a, b) ? SOUND_LIKENESS : OTHER_VOWELS_LIKENESS
}

/** Whether the vowels between the consonants of two words are interchangeable. */
function areVowelsAlike(a: Sounding, b: Sounding): boolean {
  const [ours, theirs] = [vowelsOf(a.text), vowelsOf(b.text)]
  if (ours.length !== theirs.length) return false
  const [isBareOurs, isBareTheirs] = [saysFewVowels(a), saysFewVowels(b)]
  let left = 0
  for (const [place, our] of ours.entries()) {
    const their = theirs[place] ?? ''
    if (our === their || ONE_VOWEL.has(our + their) || ONE_VOWEL.has(their + our)) continue
    // A script with few vowels writes the long ones and the last one.
    const isLast = place === ours.length - 1
    if (!isLast && ((our === '' && isBareOurs) || (their === '' && isBareTheirs))) continue
    if ((our !== '' && their !== '') || place === 0) return false
    left++
  }
  return left <= (a.sound.length > FEW_CONSONANTS ? 1 : 0)
}

/** Returns what is before, between and after a word's consonants, with all spellings of a long vowel made one. */
function vowelsOf(text: string): string[] {
  if (!/^[a-z]+$/.test(text)) return []
  const sound = plainVowels(spelt(text).replace(/y/g, 'i')).replace(/^ie/, 'e')
  const slots = sound.split(/[^aeiou]/)
  return slots.length > 3 && sound.endsWith('h') ? slots.slice(0, -1) : slots
}

/**
 * Interchangeable vowels: Ahmad and Ahmed, Khaled and Khalid, Omar and Umar, Shaikh and Sheikh, Choudry and Chaudhry.
 */
const ONE_VOWEL = new Set(['ae', 'ei', 'ou', 'aie', 'aii', 'aia', 'auu', 'auo'])

/** Whether a word has few vowels, like Arabic and Hebrew ones, so that the other word's vowels contradict nothing. */
function saysFewVowels({ text, sound }: Sounding): boolean {
  return 2 * text.replace(/[^aeiou]/g, '').length < sound.length
}

/**
 * Returns a word with all spellings of a long vowel, or of f, made one: Saeed and Said, Moussa and Musa, Sophia and
 * Sofia.
 */
function plainVowels(text: string): string {
  return text
    .replace(/ph/g, 'f')
    .replace(/ee|ey|ei|ie|iy/g, 'i')
    .replace(/oo|ou|ow/g, 'u')
    .replace(/(.)\1/g, '$1')
}
