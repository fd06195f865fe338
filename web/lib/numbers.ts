const NUMBER = new Intl.NumberFormat('en-GB')

/** A formatted number: 12,345. */
export function formatNumber(value: number): string {
  return NUMBER.format(value)
}
