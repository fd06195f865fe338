/** Apostrophes, and signs that transliterations write for hamza, ayn and the soft sign: part of a word, not compared. */
const APOSTROPHES = /['’‘‛`´′‵″＇\u02b9-\u02c1\u02c8\u02ca\u02cb]/gu
/** Not seen on a screen, or only lengthening a line; but Persian separates the parts of a word by one of them. */
const INVISIBLE = /(?!\u200c)[\p{Cf}\u0640\u115f\u1160\u3164]/gu
/** Two adjacent letters of different scripts. */
const MIXED =
  /\p{Script=Latin}\p{M}*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{M}*\p{Script=Latin}/u

/** Returns a name without signs that say nothing, and each of its words in one script. */
export function plainSigns(name: string): string {
  const plain = name.replace(APOSTROPHES, '')
  // Shortcut for most names of a list, of which there are very many.
  if (/^[ -~]*$/.test(plain)) return plain
  const seen = plain.replace(INVISIBLE, '').normalize('NFKC')
  return MIXED.test(seen) ? seen.replace(/[\p{L}\p{M}]+/gu, inOneScript) : seen
}

/** Letters of Cyrillic and of Greek that look like Latin ones, each next to the one it is taken for. */
const CYRILLIC = 'аa еe оo рp сc хx уy іi јj ѕs һh кk мm тt АA ВB ЕE КK МM НH ОO РP СC ТT ХX УY ІI ЈJ ЅS'
const GREEK = 'αa οo νv ρp ιi κk υu χx ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX'

const toLatin = lettersOf(`${CYRILLIC} ${GREEK}`, ([other, latin]) => [other, latin])
const toCyrillic = lettersOf(CYRILLIC, ([other, latin]) => [latin, other])

function lettersOf(
  pairs: string,
  entry: (pair: [string, string]) => [string, string],
): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map(([a = '', b = '']) => entry([a, b])))
}

/** Returns a word of two scripts in the one of most of its letters: a foreign letter among them is there for its looks. */
function inOneScript(word: string): string {
  const latin = count(word, /\p{Script=Latin}/gu)
  const cyrillic = count(word, /\p{Script=Cyrillic}/gu)
  const greek = count(word, /\p{Script=Greek}/gu)
  if (latin === 0 || cyrillic + greek === 0) return word
  const letters = cyrillic > latin ? toCyrillic : toLatin
  return Array.from(word, (letter) => letters.get(letter) ?? letter).join('')
}

function count(word: string, letters: RegExp): number {
  return word.match(letters)?.length ?? 0
}

/** Digits that a scan, or someone who hides, has in place of letters. */
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 8: 'b' }

/** Returns a word of a person's name with digits among its letters read as the letters that they look like. */
export function lettersForDigits(text: string): string {
  return /[a-z].*[a-z]/.test(text) && /\d/.test(text)
    ? text.replace(/\d/g, (digit) => DIGITS[digit] ?? digit)
    : text
}
