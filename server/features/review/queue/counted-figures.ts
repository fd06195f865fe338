import { londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'
import type { Db } from '#server/platform/database/database.ts'
import { composed } from '#server/platform/database/statement.ts'
import { type Asking, lapsedBefore, queueConditions } from './queue-filter.ts'

/** Sums of the counts that triggers keep (decision 060), and what no count by day can tell: the hours around now. */
export class CountedFigures {
  readonly #rows: readonly Row[]

  constructor(rows: readonly Row[]) {
    this.#rows = rows
  }

  /** The sum of a figure: of all its days, of one, or of those before another. */
  sum(name: string, on: { day?: PlainDate; before?: PlainDate } = {}): number {
    const { day, before } = on
    return this.#rows
      .filter((row) => row.name === name && (!day || row.day === day) && (!before || row.day < before))
      .reduce((total, { n }) => total + n, 0)
  }
}

interface Row {
  name: string
  /** Empty for a figure without days. */
  day: string
  n: number
}

/** Figures of which every day counts and not the latest alone: people wait since long ago. */
const OF_ALL_DAYS = ['waiting', 'confirming']

/** Reads the counts, those by day since `first`, and the live ones beside them: one statement, and so one moment. */
export async function readFigures(db: Db, asking: Asking, first: PlainDate): Promise<CountedFigures> {
  const { now } = asking
  const values: unknown[] = []
  const value = (argument: unknown) => `$${values.push(argument)}`
  const live = (name: string, conditions: string[]) =>
    `select '${name}', '', count(*)::int from cases c join users u on u.id = c.user_id where ${conditions.join(' and ')}`
  const today = `${value(londonMidnight(londonDate(now)))}::timestamptz`
  const { rows } = await composed(db, {
    text: `select name, case when isfinite(day) then to_char(day, 'YYYY-MM-DD') else '' end as day, sum(n)::int as n
     from kept_figures where (day >= ${value(first)} or day = '-infinity' or name = any(${value(OF_ALL_DAYS)}))
       and not starts_with(name, 'signal.') group by 1, 2
     union all ${live('overdue today', [...queueConditions({ due: 'overdue' }, asking, value), `c.due_at >= ${today}`])}
     union all ${live('due soon', queueConditions({ due: 'due_soon' }, asking, value))}
     union all ${live('mine', queueConditions({ owner: 'me' }, asking, value))}
     union all ${live('claimed alone', [
       ...queueConditions({}, asking, value),
       'c.assigned_to is null and c.claimed_by is not null',
       `c.claimed_at > ${value(lapsedBefore(now))}::timestamptz`,
     ])}`,
    values,
    gives: { name: 'text', day: 'text', n: 'int4' },
  })
  return new CountedFigures(rows)
}

/** When the oldest case was handed in of those that wait; null where none does. */
export async function oldestWaiting(db: Db, asking: Asking): Promise<string | null> {
  const values: unknown[] = []
  const conditions = queueConditions({}, asking, (argument) => `$${values.push(argument)}`)
  const { rows } = await composed(db, {
    text: `select c.submitted_at as at from cases c join users u on u.id = c.user_id where ${conditions.join(' and ')}
     order by c.submitted_at limit 1`,
    values,
    gives: { at: 'timestamptz?' },
  })
  return rows[0]?.at?.toISOString() ?? null
}
