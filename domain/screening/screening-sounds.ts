import { slipsBetween } from './screening-similarity.ts'

/** Spellings of one sound, longest first: Iouri and Yuri, Khaled and Haled, Tchaikovsky and Chaikovski, Xi and Shi, Andrej and Andrei. */
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
 * How a word in Latin letters sounds, roughly: its consonants, each sound spelt one way. Words that sound alike are
 * candidates for one another (law §3.3, step 2); a word with hardly a consonant sounds like itself.
 */
export function soundOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  const sound = spelt(word)
  const consonants = sound.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1')
  // A breath at the end is often not written: Abdullah, Abdulla.
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

/** Words that sound alike and are written otherwise: Yuri and Iouri. */
export const SOUND_LIKENESS = 0.92
/** The same where a vowel contradicts: Hassan and Hussein, who are mostly two people. */
const OTHER_VOWELS_LIKENESS = 0.82

/**
 * How much alike two words are by their sound; 0 where they sound otherwise. Consonants alone make Tariq and Turki, Qadir and
 * Chaudhry the same: words that sound alike must be written nearly alike as well, those of so few consonants all the more.
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

/** Whether what stands between the consonants of two words are vowels that are written for one another. */
function areVowelsAlike(a: Sounding, b: Sounding): boolean {
  const [ours, theirs] = [vowelsOf(a.text), vowelsOf(b.text)]
  if (ours.length !== theirs.length) return false
  const [isBareOurs, isBareTheirs] = [saysFewVowels(a), saysFewVowels(b)]
  let left = 0
  for (const [place, our] of ours.entries()) {
    const their = theirs[place] ?? ''
    if (our === their || ONE_VOWEL.has(our + their) || ONE_VOWEL.has(their + our)) continue
    // Who writes few vowels writes the long ones, and the last.
    const isLast = place === ours.length - 1
    if (!isLast && ((our === '' && isBareOurs) || (their === '' && isBareTheirs))) continue
    if ((our !== '' && their !== '') || place === 0) return false
    left++
  }
  return left <= (a.sound.length > FEW_CONSONANTS ? 1 : 0)
}

/** What stands before, between and after the consonants of a word, one long vowel in its spellings made one. */
function vowelsOf(text: string): string[] {
  if (!/^[a-z]+$/.test(text)) return []
  const sound = plainVowels(spelt(text).replace(/y/g, 'i')).replace(/^ie/, 'e')
  const slots = sound.split(/[^aeiou]/)
  return slots.length > 3 && sound.endsWith('h') ? slots.slice(0, -1) : slots
}

/** Vowels that are written for one another: Ahmad and Ahmed, Khaled and Khalid, Omar and Umar, Shaikh and Sheikh, Choudry and Chaudhry. */
const ONE_VOWEL = new Set(['ae', 'ei', 'ou', 'aie', 'aii', 'aia', 'auu', 'auo'])

/** Arabic and Hebrew write few vowels, so that those of the other word contradict nothing. */
function saysFewVowels({ text, sound }: Sounding): boolean {
  return 2 * text.replace(/[^aeiou]/g, '').length < sound.length
}

/** A word with the ways in which one long vowel is written made one: Saeed and Said, Moussa and Musa, Lee and Li. */
function plainVowels(text: string): string {
  return text
    .replace(/ee|ey|ei|ie|iy/g, 'i')
    .replace(/oo|ou|ow/g, 'u')
    .replace(/(.)\1/g, '$1')
}
