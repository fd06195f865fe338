import { latinLetters } from './screening-letters.ts'

/** One word of a name, ready to be compared. */
export interface NameWord {
  /** As it was written. */
  shown: string
  text: string
  weight: number
  /** Whether it is worth a look-up: particles, legal forms and initials would find half of the list. */
  tells: boolean
}

/** Beyond this a word counts no more for being longer. */
const LONGEST_WEIGHT = 10
/** A family name says more than the others (domain 3.3, step 3). */
const FAMILY_FACTOR = 1.3
/** Particles and legal forms are in so many names that they say little. */
const COMMON_FACTOR = 0.25
/** Nobody's name has more words than this that tell anything. */
const WORDS_MAX = 24

const TITLES = new Set(
  'mr mrs ms miss mx dr prof professor sir dame lord lady sheikh shaykh sheik mullah maulavi mawlawi haji hajj hajji general gen colonel col major maj captain capt lieutenant lt brigadier admiral sayyid eng'.split(
    ' ',
  ),
)
const PARTICLES = new Set(
  'al el ul ad as ar bin ben ibn bint abu abou umm de del della di da do dos das du la le van von der den ten zu y e of the and und et'.split(
    ' ',
  ),
)

/** Legal forms by the one word they stand for (domain 3.3, step 1): the same company whether Ltd or Limited. */
const LEGAL_FORMS: Readonly<Record<string, string>> = {
  limited: 'ltd',
  ltd: 'ltd',
  ltda: 'ltd',
  limitada: 'ltd',
  company: 'co',
  co: 'co',
  corporation: 'corp',
  corp: 'corp',
  incorporated: 'inc',
  inc: 'inc',
  llc: 'llc',
  ooo: 'llc',
  llp: 'llp',
  lp: 'lp',
  plc: 'plc',
  jsc: 'jsc',
  pjsc: 'jsc',
  ojsc: 'jsc',
  cjsc: 'jsc',
  oao: 'jsc',
  pao: 'jsc',
  zao: 'jsc',
  ao: 'jsc',
  gmbh: 'gmbh',
  ag: 'ag',
  sa: 'sa',
  sarl: 'sarl',
  sas: 'sas',
  srl: 'srl',
  spa: 'spa',
  bv: 'bv',
  nv: 'nv',
  kg: 'kg',
  ab: 'ab',
  as: 'as',
  aps: 'aps',
  oy: 'oy',
  fze: 'fze',
  fzc: 'fzc',
  fzco: 'fzc',
  pte: 'pte',
  pty: 'pty',
  bhd: 'bhd',
  sdn: 'sdn',
  group: 'group',
  holding: 'holding',
  holdings: 'holding',
}

/** The words of a person's name: titles dropped, the family name heavier where it is known (domain 3.3, steps 1 and 3). */
export function personWords(name: string, family?: string): NameWord[] {
  const familyWords = new Set(split(family ?? '').map(({ text }) => text))
  const all = split(name)
  const named = all.filter(({ text }, index) => index === all.length - 1 || !TITLES.has(text))
  return named
    .slice(0, WORDS_MAX)
    .map((word) => nameWord(word, PARTICLES.has(word.text), familyWords.has(word.text) ? FAMILY_FACTOR : 1))
}

/** The words of a company's name: one word for each legal form, letters that stand alone joined, digits kept. */
export function companyWords(name: string): NameWord[] {
  return joinInitials(split(name))
    .slice(0, WORDS_MAX)
    .map(({ shown, text }, index) => {
      const form = index > 0 ? LEGAL_FORMS[text] : undefined
      return nameWord({ shown, text: form ?? text }, form !== undefined || PARTICLES.has(text))
    })
}

function nameWord({ shown, text }: Word, isCommon: boolean, factor = 1): NameWord {
  const weight = Math.min(text.length, LONGEST_WEIGHT) * (isCommon ? COMMON_FACTOR : factor)
  return { shown, text, weight, tells: !isCommon && !/^[a-z]$/.test(text) }
}

interface Word {
  shown: string
  text: string
}

function split(name: string): Word[] {
  return name
    .normalize('NFKC')
    .replace(/['’‘ʼʻ`´.]/g, (mark) => (mark === '.' ? ' ' : ''))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((shown) => ({ shown, text: latinLetters(shown) }))
    .filter(({ text }) => text !== '')
}

/** `A B C Trading` is `ABC Trading`: letters that stand alone would match anything (domain 3.3, what users complain of). */
function joinInitials(words: readonly Word[]): Word[] {
  const joined: Word[] = []
  let run = false
  for (const word of words) {
    const last = joined.at(-1)
    const single = word.text.length === 1 && /\p{L}/u.test(word.text)
    if (single && run && last) {
      last.shown += word.shown
      last.text += word.text
    } else joined.push({ ...word })
    run = single
  }
  return joined
}
