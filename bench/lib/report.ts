/** What a measurement found, as text; `scripts/bench-table.mjs` puts it into the table. */
export interface Result {
  goal: string
  product: string
  beside: string
  ratio: string
  limit: string
  isMet: boolean
  /** The figures behind the row, printed below the table of all results. */
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
}

/** Prints the result for people, and as JSON in the last line. */
export function report(result: Result): void {
  const { goal, product, beside, ratio, limit, isMet, table } = result
  for (const row of table ? [table.head, ...table.rows] : []) console.log(`  ${row.join(' | ')}`)
  console.log(`${goal}\n  Verdaccord  ${product}\n  beside it   ${beside}`)
  console.log(`  ratio ${ratio}, goal ${limit}: ${isMet ? 'met' : 'missed'}`)
  console.log(JSON.stringify(result))
}

/** Runs a measurement, then its clean-up, newest first, even if it fails. */
export async function measurement(
  run: (later: (end: () => Promise<void>) => void) => Promise<Result>,
): Promise<void> {
  const ends: (() => Promise<void>)[] = []
  try {
    report(await run((end) => ends.push(end)))
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}
