/** Latin letters that Unicode decomposition does not reduce to a plain one, with their usual replacement. */
export const LATIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
}

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir', 'dame', 'lord', 'lady'])

/**
 * Whether a signature is essentially the expected name: case, accents, apostrophes, hyphens, titles and order are
 * ignored. The first and last part of the expected name must be there; names in between may be missing, abbreviated to
 * an initial or added, as long as they do not contradict.
 */
export function isSameName(signed: string, expected: string): boolean {
  const [ours, theirs] = [nameParts(signed), nameParts(expected)]
  if (ours.length === 0 || theirs.length === 0) return false
  if (ours.join('') === theirs.join('')) return true
  const ends = theirs.length === 1 ? theirs : [theirs[0], theirs.at(-1)]
  const rest = [...ours]
  for (const end of ends) {
    const at = rest.indexOf(end ?? '')
    if (at < 0) return false
    rest.splice(at, 1)
  }
  const middle = theirs.slice(1, -1)
  return (
    rest.every((part) => middle.some((name) => fits(part, name))) ||
    middle.every((name) => rest.some((part) => fits(part, name)))
  )
}

/** Returns the names a signature may have; anything that is not a name, such as an email address, is left out. */
export function usableNames(names: readonly (string | null | undefined)[]): string[] {
  const found = names
    .map((name) => name?.trim() ?? '')
    .filter((name) => /\p{L}/u.test(name) && !name.includes('@'))
  return [...new Set(found)]
}

/** Returns the last part of a name, normalised for comparison; '' if there is none. */
export function familyNameOf(name: string): string {
  return nameParts(name).at(-1) ?? ''
}

function fits(part: string, name: string): boolean {
  return (
    part === name ||
    (part.length === 1 && name.startsWith(part)) ||
    (name.length === 1 && part.startsWith(name))
  )
}

function nameParts(name: string): string[] {
  const parts = name
    .toLowerCase()
    .normalize('NFKD')
    // Accents of Latin, Greek and Cyrillic; in other scripts vowel signs are part of the name.
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđðłħıþ]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(/['’‘ʼʻ`´]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const withoutTitles = parts.filter((part, index) => index > 0 || !TITLES.has(part))
  return withoutTitles.length ? withoutTitles : parts
}
