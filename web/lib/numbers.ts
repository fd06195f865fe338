const NUMBER = new Intl.NumberFormat('en-GB')

/** A count or quantity as people read it: 12,345. */
export function formatNumber(value: number): string {
  return NUMBER.format(value)
}
