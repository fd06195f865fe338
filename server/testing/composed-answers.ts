import type pg from 'pg'

/** PostgreSQL's type numbers: the type and its array. */
const TYPES: Readonly<Record<string, readonly [number, number]>> = {
  bool: [16, 1000],
  bytea: [17, 1001],
  name: [19, 1003],
  int8: [20, 1016],
  int2: [21, 1005],
  int4: [23, 1007],
  text: [25, 1009],
  json: [114, 199],
  float8: [701, 1022],
  date: [1082, 1182],
  timestamptz: [1184, 1185],
  numeric: [1700, 1231],
  uuid: [2950, 2951],
  jsonb: [3802, 3807],
}

/** Makes a pool refuse an answer to a composed statement if its columns differ from those declared. */
export function compareAnswers(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    // Looked up at each call, so that a test may watch or replace it.
    const query = (...asked: unknown[]): unknown => Object.getPrototypeOf(client).query.apply(client, asked)
    client.query = ((asked: unknown, ...rest: unknown[]) => {
      const gives = typeof asked === 'object' && asked !== null && 'gives' in asked ? asked.gives : undefined
      if (!gives) return query(asked, ...rest)
      const done = rest.at(-1)
      if (typeof done !== 'function')
        return (query(asked, ...rest) as Promise<pg.QueryResult>).then((answer) => {
          requireSame(gives, answer)
          return answer
        })
      return query(asked, ...rest.slice(0, -1), (error: unknown, answer: pg.QueryResult) => {
        let fault = error
        try {
          if (!error) requireSame(gives, answer)
        } catch (difference) {
          fault = difference
        }
        done(fault, answer)
      })
    }) as typeof client.query
  })
}

function requireSame(gives: object, answer: pg.QueryResult | pg.QueryResult[]): void {
  // A text of several statements has an answer to each.
  const fields = [answer].flat().flatMap((each) => each.fields)
  const said = Object.entries(gives as Record<string, string>).map(
    ([name, kind]) => `${name} ${numberOf(kind)}`,
  )
  const given = fields.map(({ name, dataTypeID }) => `${name} ${dataTypeID}`)
  if (said.toSorted().join() !== given.toSorted().join())
    throw new Error(`A statement gives ${listed(given)}, and says ${listed(said)}`)
}

function listed(columns: string[]): string {
  return columns.length > 0 ? columns.join(', ') : 'nothing'
}

function numberOf(kind: string): number | undefined {
  const of = kind.replace(/[?!]$/, '')
  return of.endsWith('[]') ? TYPES[of.slice(0, -2)]?.[1] : TYPES[of]?.[0]
}
