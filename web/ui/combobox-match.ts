export type ComboboxOption = {
  value: string
  label: string
  /** Other names it is found by, such as "UK". */
  keywords?: readonly string[]
  /**
   * Its rank by frequency, 0 being the most frequent; of the options that begin with a text, ranked ones come
   * first.
   */
  place?: number
}

/** The options that match a typed text, likeliest first; without a text all of them in order. */
export function matchingOptions(
  options: readonly ComboboxOption[],
  typed: string,
): readonly ComboboxOption[] {
  const text = plain(typed)
  if (text === '') return options
  return options
    .map((option, index) => ({
      option,
      index,
      rank: rankOf(option, text),
      place: option.place ?? LAST_PLACE,
    }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort(
      (left, right) =>
        tierOf(left.rank) - tierOf(right.rank) ||
        left.place - right.place ||
        left.rank - right.rank ||
        left.index - right.index,
    )
    .map(({ option }) => option)
}

/** The option that a text names exactly, by its label or another of its names, or null. */
export function namedOption(options: readonly ComboboxOption[], typed: string): ComboboxOption | null {
  const text = plain(typed)
  if (text === '') return null
  return (
    options.find((option) => namesOf(option).name === text) ??
    options.find((option) => namesOf(option).others.includes(text)) ??
    null
  )
}

const NO_MATCH = 6
const LAST_PLACE = 1_000

/** Groups ranks: exact matches, names that begin like the text, and names that merely contain it. */
function tierOf(rank: number): number {
  return rank < 2 ? rank : rank < 5 ? 2 : rank
}

function rankOf(option: ComboboxOption, text: string): number {
  const { name, others } = namesOf(option)
  if (name === text) return 0
  if (others.includes(text)) return 1
  if (name.startsWith(text)) return 2
  if (name.includes(` ${text}`)) return 3
  if (others.some((other) => other.startsWith(text) || other.includes(` ${text}`))) return 4
  // Almost every name contains some one or two letters.
  return text.length > 2 && name.includes(text) ? 5 : NO_MATCH
}

interface PlainNames {
  name: string
  others: readonly string[]
}
/** Computed once per option: there are hundreds of names, and each key press compares all of them. */
const plainNames = new WeakMap<ComboboxOption, PlainNames>()

function namesOf(option: ComboboxOption): PlainNames {
  const known = plainNames.get(option)
  if (known) return known
  const names = { name: plain(option.label), others: (option.keywords ?? []).map(plain) }
  plainNames.set(option, names)
  return names
}

/** Without accents, punctuation and case: "Côte d’Ivoire" is found by "cote divoire". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}’'.]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
