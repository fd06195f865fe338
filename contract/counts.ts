/** Waiting items are counted up to this many; beyond it the figure reads "more than". */
export const COUNTED_MOST = 100_000
