import type { SeenPair } from '#contract/screening/screening.ts'

/** More than anyone reads about one person: the most alike are stored, today's before earlier ones. */
export const SEEN_PER_SUBJECT = 20

/**
 * Returns the pairs below the bar to store after a screening: those it saw, the most alike first, then those of earlier
 * ones, the latest first; at most `SEEN_PER_SUBJECT` per subject, whose last one says how many more there were.
 */
export function storedPairs(
  former: readonly SeenPair[],
  seen: readonly Omit<SeenPair, 'firstAt' | 'lastAt' | 'more'>[],
  at: Date,
): SeenPair[] {
  const now = at.toISOString()
  const before = new Map(former.map((pair) => [keyOf(pair), pair]))
  const current = seen
    .map((pair): SeenPair => ({ ...pair, firstAt: before.get(keyOf(pair))?.firstAt ?? now, lastAt: now }))
    .sort((a, b) => b.score - a.score || compare(keyOf(a), keyOf(b)))
  const isCurrent = new Set(current.map(keyOf))
  const past = former
    .filter((pair) => !isCurrent.has(keyOf(pair)))
    .sort((a, b) => compare(b.lastAt, a.lastAt) || b.score - a.score || compare(keyOf(a), keyOf(b)))
  const counts = new Map<string, number>()
  const kept = [...current, ...past].filter(({ subject }) => {
    const count = (counts.get(subject) ?? 0) + 1
    counts.set(subject, count)
    return count <= SEEN_PER_SUBJECT
  })
  return kept.map(({ more: _, ...pair }, place) => {
    const more = (counts.get(pair.subject) ?? 0) - SEEN_PER_SUBJECT
    const isLast = kept.findLastIndex(({ subject }) => subject === pair.subject) === place
    return isLast && more > 0 ? { ...pair, more } : pair
  })
}

function keyOf({
  subject,
  source,
  ref,
  name,
  score,
}: Omit<SeenPair, 'version' | 'firstAt' | 'lastAt' | 'more'>): string {
  return JSON.stringify([subject, source, ref, name, score])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
