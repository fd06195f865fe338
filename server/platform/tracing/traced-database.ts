import type pg from 'pg'
import type { Database } from '#server/platform/database/database.ts'
import { fail, type Spans } from './spans.ts'

/** Longer statements are told by their beginning. */
const TEXT_LENGTH = 2_000

type Query = (asked: unknown, ...rest: unknown[]) => unknown

/**
 * Makes a span of each statement of the pool and of its transactions. A statement of the pool is counted with its wait for a
 * connection, and in the trace of who asked: the pool itself calls back in that of the one who gave the connection back.
 */
export function traceDatabase({ pool }: Database, spans: Spans): void {
  pool.query = traced(pool.query.bind(pool) as Query, spans) as typeof pool.query
  pool.on('connect', (client: pg.PoolClient) => {
    client.query = traced(client.query.bind(client) as Query, spans) as typeof client.query
  })
}

/** Calls with a callback are the pool's own, whose span there is already; other statements are read as they come, such as cursors. */
function traced(query: Query, spans: Spans): Query {
  return (asked, ...rest) => {
    const text = textOf(asked)
    if (text === undefined || rest.some((argument) => typeof argument === 'function'))
      return query(asked, ...rest)
    const statement = withoutValues(text)
    const span = spans.child({
      name: /^\s*(\w+)/.exec(statement)?.[1]?.toUpperCase() ?? 'SQL',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement.slice(0, TEXT_LENGTH) },
    })
    const answer = query(asked, ...rest)
    if (!span) return answer
    void (answer as Promise<unknown>).then(
      () => span.end(),
      (error: unknown) => {
        fail(span, error)
        span.end()
      },
    )
    return answer
  }
}

function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return undefined
  return 'text' in asked && typeof asked.text === 'string' ? asked.text : undefined
}

/** Values travel as parameters; a literal that stands in the text all the same is left out. */
function withoutValues(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'?'")
    .replace(/\s+/g, ' ')
    .trim()
}
