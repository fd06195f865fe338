/** Returns a function that makes the value on its first call and keeps it: creating every formatter at start would take a tenth of the start. */
export function once<T>(make: () => T): () => T {
  let kept: { value: T } | undefined
  return () => {
    kept ??= { value: make() }
    return kept.value
  }
}
