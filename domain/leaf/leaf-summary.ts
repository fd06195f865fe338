import type { LeafLine, LeafState } from '#contract/verification/leaf.ts'

const NAMES: readonly [LeafState, string][] = [
  ['look_again', 'to look at again'],
  ['with_us', 'with us'],
  ['checked', 'checked'],
  ['given', 'given'],
  ['approved', 'approved'],
  ['expiring', 'running out'],
  ['ready', 'ready'],
  ['to_do', 'to do'],
  ['rejected', 'rejected'],
]

/**
 * Returns all states of a leaf in one sentence, for places that show it without its list: "7 items with us, 2 checked,
 * 1 to do".
 */
export function leafSummary(lines: readonly Pick<LeafLine, 'state'>[]): string {
  const parts = NAMES.flatMap(([state, name]) => {
    const count = lines.filter((line) => line.state === state).length
    return count > 0 ? [{ count, name }] : []
  })
  return parts
    .map(({ count, name }, index) =>
      index === 0 ? `${count} ${count === 1 ? 'item' : 'items'} ${name}` : `${count} ${name}`,
    )
    .join(', ')
}
