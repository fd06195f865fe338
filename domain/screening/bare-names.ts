/** Arabic and Hebrew write hardly any vowels, so their words are compared with Latin ones by consonants. */
const BARE = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Whether a word, as written, has its consonants but few of its vowels. */
export function isBareWord(shown: string): boolean {
  return BARE.test(shown)
}

/**
 * The Latin consonants that a letter may stand for, one character each, `''` if it may be a vowel: Arabic and Persian
 * read some differently, and people spell them as they pronounce them (Qasim, Kasim, Gasim; Reza, Rida).
 */
const CONSONANTS: Readonly<Record<string, readonly string[]>> = {
  ب: ['b'],
  پ: ['p'],
  ت: ['t'],
  ٹ: ['t'],
  ث: ['t', 's'],
  ج: ['j', 'g'],
  چ: ['c'],
  ح: ['h'],
  خ: ['h'],
  د: ['d'],
  ڈ: ['d'],
  ذ: ['d', 'z'],
  ر: ['r'],
  ڑ: ['r'],
  ز: ['z'],
  ژ: ['z', 'j'],
  س: ['s'],
  ش: ['c'],
  ص: ['s'],
  ض: ['d', 'z'],
  ط: ['t'],
  ظ: ['z', 'd'],
  غ: ['g'],
  ف: ['f'],
  ڤ: ['v'],
  ق: ['k', 'g'],
  ك: ['k'],
  ک: ['k'],
  گ: ['g'],
  ل: ['l'],
  م: ['m'],
  ن: ['n'],
  ں: ['n'],
  ه: ['h'],
  ہ: ['h'],
  ھ: ['h'],
  ة: ['', 't'],
  ټ: ['t'],
  ډ: ['d'],
  ړ: ['r'],
  ځ: ['z', 'j'],
  ښ: ['c', 'h'],
  ئ: ['', 'y'],
  ؤ: ['', 'v'],
  و: ['', 'v'],
  ي: ['', 'y'],
  ی: ['', 'y'],
  ב: ['b', 'v'],
  ג: ['g'],
  ד: ['d'],
  ה: ['h'],
  ו: ['', 'v'],
  ז: ['z'],
  ח: ['h'],
  ט: ['t'],
  י: ['', 'y'],
  כ: ['k', 'h'],
  ך: ['k', 'h'],
  ל: ['l'],
  מ: ['m'],
  ם: ['m'],
  נ: ['n'],
  ן: ['n'],
  ס: ['s'],
  פ: ['p', 'f'],
  ף: ['p', 'f'],
  צ: ['z'],
  ץ: ['z'],
  ק: ['k'],
  ר: ['r'],
  ש: ['c', 's'],
  ת: ['t'],
}
/** A word with more possible readings is not a name; only its first readings are compared. */
const READINGS_MAX = 128

/** Latin spellings of one consonant, longest first. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/tch|tsch|sch|sh|ch/g, 'c'],
  [/dzh|dj/g, 'j'],
  [/zh/g, 'z'],
  [/tz|ts/g, 'z'],
  [/kh/g, 'h'],
  [/gh/g, 'g'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/w/g, 'v'],
  // A vowel, unless one follows it.
  [/y(?![aeiou])/g, ''],
]

/** Precedes the consonants of a word that starts with a vowel, which every script writes there. */
const VOWEL_FIRST = "'"
const VOWEL_LETTER = /^[اآأإٱعءאע]/u

/** A name is compared with many entries, which have some thousand words; its own are few, with many readings each. */
const LISTED_MAX = 4000
const GIVEN_MAX = 100

/** Returns a pure function of a word that remembers what it returned for the last few. */
function remembered<T>(most: number, made: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>()
  return (word) => {
    const found = known.get(word) ?? made(word)
    if (known.size >= most) known.clear()
    known.set(word, found)
    return found
  }
}

/** Returns a word's consonants in lower-case Latin letters, one character per sound. */
export const consonantsOf = remembered(LISTED_MAX, (text) => {
  if (!/^[a-z]+$/.test(text)) return ''
  let spelt = text.replace(/(.)\1+/g, '$1').replace(/c(?!h)(?!k)/g, 'k')
  for (const [spelling, sign] of SPELLINGS) spelt = spelt.replace(spelling, sign)
  return (/^[aeiou]/.test(text) ? VOWEL_FIRST : '') + withoutBreath(spelt.replace(/[aeiou]/g, ''))
})

/** Returns the number of these consonants. */
export function countConsonants(consonants: string): number {
  return consonants.replace(VOWEL_FIRST, '').length
}

/** Returns the consonants of two words written as one. */
export function joinedConsonants(first: string, second: string): string {
  return first + second.replace(VOWEL_FIRST, '')
}

/** Returns the pairs of words, by consonants, that together have these consonants. */
export function halvesOfConsonants(consonants: string): [string, string][] {
  return Array.from(
    consonants,
    (_, end) => [consonants.slice(0, end), consonants.slice(end)] as const,
  ).flatMap(([first, second]): [string, string][] =>
    countConsonants(first) > 0
      ? [
          [first, second],
          [first, VOWEL_FIRST + second],
        ]
      : [],
  )
}

/** Returns all readings of a word in such a script, by consonants. */
export const consonantReadings = remembered(GIVEN_MAX, (shown): readonly string[] => {
  let readings = [VOWEL_LETTER.test(shown.normalize('NFKC')) ? VOWEL_FIRST : '']
  // The name of God has its letter twice.
  for (const letter of shown
    .normalize('NFKC')
    .replace(/\p{M}/gu, '')
    .replace(/لل(?=[هہ])/gu, 'ل')) {
    const signs = CONSONANTS[letter] ?? ['']
    const ways = readings.length * signs.length > READINGS_MAX ? signs.slice(0, 1) : signs
    readings = ways.flatMap((sign) => readings.map((reading) => reading + sign))
  }
  return [...new Set(readings.map(withoutBreath))]
})

/** A final h is often not written: Abdullah, Abdulla. */
function withoutBreath(consonants: string): string {
  return consonants.replace(/(?<=[^'].)h$/, '')
}
