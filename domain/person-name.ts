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

/** How letters are spelled out where they can't be typed, other than without their accent: Grünwald, Gruenwald. */
const SPELLED_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }

/** A part of a name without accents, and with its letters spelled out. */
interface NamePart {
  plain: string
  spelled: string
}

/**
 * Whether a signature is essentially the expected name: case, accents, apostrophes, hyphens, titles and order are
 * ignored, and letters may be spelled out. The first and last part of the expected name must be there; names in between
 * may be missing, abbreviated to an initial or added, as long as they do not contradict.
 */
export function isSameName(signed: string, expected: string): boolean {
  const [ours, theirs] = [nameParts(signed), nameParts(expected)]
  if (ours.length === 0 || theirs.length === 0) return false
  if (isSamePart(joined(ours), joined(theirs))) return true
  const ends = theirs.length === 1 ? theirs : [theirs[0], theirs.at(-1)]
  const rest = [...ours]
  for (const end of ends) {
    const at = rest.findIndex((part) => end !== undefined && isSamePart(part, end))
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
  return nameParts(name).at(-1)?.plain ?? ''
}

function isSamePart(left: NamePart, right: NamePart): boolean {
  return [left.plain, left.spelled].some((form) => form === right.plain || form === right.spelled)
}

function joined(parts: readonly NamePart[]): NamePart {
  return {
    plain: parts.map(({ plain }) => plain).join(''),
    spelled: parts.map(({ spelled }) => spelled).join(''),
  }
}

function fits(part: NamePart, name: NamePart): boolean {
  return (
    isSamePart(part, name) ||
    (part.plain.length === 1 && name.plain.startsWith(part.plain)) ||
    (name.plain.length === 1 && part.plain.startsWith(name.plain))
  )
}

function nameParts(name: string): NamePart[] {
  const parts = name
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’‘ʼʻ`´]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
    .map((part) => ({
      plain: withoutAccents(part),
      spelled: withoutAccents(part.replace(/[äöüøå]/g, (letter) => SPELLED_OUT[letter] ?? letter)),
    }))
    .filter(({ plain }) => plain !== '')
  const withoutTitles = parts.filter(({ plain }, index) => index > 0 || !TITLES.has(plain))
  return withoutTitles.length ? withoutTitles : parts
}

/** Accents of Latin, Greek and Cyrillic; in other scripts vowel signs are part of the name. */
function withoutAccents(part: string): string {
  return part
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđðłħıþ]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
}
