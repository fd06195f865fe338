/** Spellings of one sound, longest first: Iouri and Yuri, Khaled and Haled, Tchaikovsky and Chaikovski. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^iou/, 'yu'],
  [/^ie/, 'ye'],
  [/^dj/, 'j'],
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

/**
 * How a word in Latin letters sounds, roughly: its consonants, each sound spelt one way. Words that sound alike are
 * candidates for one another (law §3.3, step 2); a word with hardly a consonant sounds like itself.
 */
export function soundOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word
  let sound = word
  for (const [spelling, replacement] of SPELLINGS) sound = sound.replace(spelling, replacement)
  const consonants = sound.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1')
  // A breath at the end is often not written: Abdullah, Abdulla.
  const bare = consonants.length > 2 ? consonants.replace(/h$/, '') : consonants
  return bare.length > 1 ? bare : `=${sound.replace(/(.)\1+/g, '$1')}`
}
