/** Variables whose names begin so are ours; other prefixes, such as DATABASE_, are used by other programs as well. */
const OWN_PREFIXES =
  /^(ADMIN_SESSION|BANK|CHECKPOINT|COMPANY|DOCUMENT|FACE|KMS|OIDC|READING|REQUIRE_FOUR|SANCTIONS)_/
/** A short name is too soon like another program’s. */
const LEAST_LENGTH = { 1: 6, 2: 9 } as const

/** A variable that is set and that nothing reads, and the one that was probably meant. */
export interface MisspeltVariable {
  name: string
  meant: string | undefined
}

/** The variables of an environment that look like ours and are none. */
export function misspeltVariables(
  env: Record<string, string | undefined>,
  known: readonly string[],
): MisspeltVariable[] {
  return Object.keys(env)
    .filter((name) => env[name] && !known.includes(name))
    .sort()
    .flatMap((name) => {
      const meant = known.find((own) => isLike(name.toUpperCase(), own))
      return meant !== undefined || OWN_PREFIXES.test(name) ? [{ name, meant }] : []
    })
}

/** What an operator is told about it. */
export function misspeltText({ name, meant }: MisspeltVariable): string {
  return `${name} is set, and nothing reads it${meant ? `: is ${meant} meant?` : '; docs/configuration.md names every variable'}`
}

function isLike(name: string, own: string): boolean {
  const distance = distanceOf(name, own)
  if (distance === 0) return true
  const least = LEAST_LENGTH[distance as keyof typeof LEAST_LENGTH]
  return least !== undefined && Math.min(name.length, own.length) >= least
}

/** How many characters were added, left out, replaced or swapped with the next one. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
