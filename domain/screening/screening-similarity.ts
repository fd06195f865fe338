const PREFIX_FACTOR = 0.1
const PREFIX_MAX = 4

/** How alike two words are written, from 0 to 1, by Jaro and Winkler: a common beginning counts more (domain 3.3). */
export function writtenAlike(a: string, b: string): number {
  if (a === b) return a === '' ? 0 : 1
  const jaro = jaroOf(a, b)
  let prefix = 0
  while (prefix < PREFIX_MAX && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * PREFIX_FACTOR * (1 - jaro)
}

function jaroOf(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Array<boolean>(b.length).fill(false)
  const matched: string[] = []
  for (let i = 0; i < a.length; i++) {
    const from = Math.max(0, i - reach)
    const to = Math.min(b.length - 1, i + reach)
    for (let j = from; j <= to; j++) {
      if (taken[j] || a[i] !== b[j]) continue
      taken[j] = true
      matched.push(a[i] ?? '')
      break
    }
  }
  if (matched.length === 0) return 0
  const counterparts = b.split('').filter((_, j) => taken[j])
  const moved = matched.filter((letter, k) => letter !== counterparts[k]).length / 2
  const count = matched.length
  return (count / a.length + count / b.length + (count - moved) / count) / 3
}
