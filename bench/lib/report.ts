/** What a measurement found, in words; `scripts/bench-table.mjs` makes the table of it. */
export interface Result {
  goal: string
  product: string
  beside: string
  ratio: string
  limit: string
  isMet: boolean
  /** What the row is made of, for the table below that of all results. */
  table?: { head: readonly string[]; rows: readonly (readonly string[])[] }
}

/** Prints what was measured for people, and as the JSON of the last line. */
export function report(result: Result): void {
  const { goal, product, beside, ratio, limit, isMet, table } = result
  for (const row of table ? [table.head, ...table.rows] : []) console.log(`  ${row.join(' | ')}`)
  console.log(`${goal}\n  Verdaccord  ${product}\n  beside it   ${beside}`)
  console.log(`  ratio ${ratio}, goal ${limit}: ${isMet ? 'met' : 'missed'}`)
  console.log(JSON.stringify(result))
}

/** Runs a measurement and whatever it left to be ended, newest first, also after a failure. */
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
