/** What waits is counted up to here: more is said to be more. */
export const COUNTED_MOST = 100_000
