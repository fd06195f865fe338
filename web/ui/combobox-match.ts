export type ComboboxOption = {
  value: string
  label: string
  /** Other names it is found by, such as "UK". */
  keywords?: readonly string[]
}

/** The options that a typed text may mean, the likeliest first; all of them, in their order, without a text. */
export function matchingOptions(
  options: readonly ComboboxOption[],
  typed: string,
): readonly ComboboxOption[] {
  const text = plain(typed)
  if (text === '') return options
  return options
    .map((option, index) => ({ option, index, rank: rankOf(option, text) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ option }) => option)
}

/** The option that a text names exactly, by its label or another of its names, or null. */
export function namedOption(options: readonly ComboboxOption[], typed: string): ComboboxOption | null {
  const text = plain(typed)
  if (text === '') return null
  return (
    options.find(({ label }) => plain(label) === text) ??
    options.find(({ keywords }) => keywords?.some((word) => plain(word) === text)) ??
    null
  )
}

const NO_MATCH = 6

function rankOf({ label, keywords = [] }: ComboboxOption, text: string): number {
  const name = plain(label)
  const others = keywords.map(plain)
  if (name === text) return 0
  if (others.includes(text)) return 1
  if (name.startsWith(text)) return 2
  if (name.includes(` ${text}`)) return 3
  if (others.some((other) => other.startsWith(text) || other.includes(` ${text}`))) return 4
  // One or two letters stand inside of almost anything.
  return text.length > 2 && name.includes(text) ? 5 : NO_MATCH
}

/** Without accents, signs and capitals: "Côte d’Ivoire" is found by "cote divoire". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}’'.]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}
