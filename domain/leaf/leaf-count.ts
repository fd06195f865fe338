import type { Leaf, LeafLine, LeafState } from '#contract/verification/leaf.ts'

const NAMES: readonly [LeafState, string][] = [
  ['look_again', 'to look at again'],
  ['with_us', 'with us'],
  ['checked', 'checked'],
  ['expiring', 'running out'],
  ['ready', 'ready'],
  ['to_do', 'to do'],
  ['rejected', 'rejected'],
]

/**
 * How far a leaf is, as a figure with the words after it: what is with us while anything is, else what is ready before it
 * was sent, else what is checked. What runs out soon is checked.
 */
export function leafCount(lines: readonly Pick<LeafLine, 'state'>[], isSent: boolean): Leaf['count'] {
  const count = (...states: LeafState[]) => lines.filter(({ state }) => states.includes(state)).length
  const withUs = count('with_us')
  if (withUs > 0) return { figure: withUs, words: 'with us' }
  const total = lines.length
  if (!isSent && count('ready') > 0) return { figure: count('ready'), words: `of ${total} ready` }
  return { figure: count('checked', 'expiring'), words: `of ${total} checked` }
}

/** Every state of a leaf in one sentence, for where it stands without its list: "7 lines with us, 2 checked, 1 to do". */
export function leafSummary(lines: readonly Pick<LeafLine, 'state'>[]): string {
  const parts = NAMES.flatMap(([state, name]) => {
    const count = lines.filter((line) => line.state === state).length
    return count > 0 ? [{ count, name }] : []
  })
  return parts
    .map(({ count, name }, index) =>
      index === 0 ? `${count} ${count === 1 ? 'line' : 'lines'} ${name}` : `${count} ${name}`,
    )
    .join(', ')
}
