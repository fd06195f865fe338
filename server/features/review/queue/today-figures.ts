import {
  type StaffHome,
  TEAM_SHOWN,
  type TeamMember,
  type TodayFigures,
} from '#contract/review/staff-home.ts'
import { DUE_NEXT_HOURS } from '#contract/review/staff-home-limits.ts'
import { isStaleList } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import { listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { settingsInForce } from '#server/model/screening/screening-settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { composed } from '#server/platform/database/statement.ts'
import { selectOpenRequests, selectStopped } from './queue.sql.ts'
import { type Asking, dayOf, holds, queueConditions } from './queue-filter.ts'
import { reviewersOf } from './staff-figures.ts'

const HOUR_MS = 3_600_000

/** What today asks for, counted as it is: the hours around now, of which there are few. */
export async function todayFigures(db: Db, asking: Asking): Promise<TodayFigures> {
  const { now } = asking
  const values: unknown[] = []
  const value = (argument: unknown) => `$${values.push(argument)}`
  const counted = (conditions: string[]) =>
    `(select count(*)::int from cases c join users u on u.id = c.user_id where ${conditions.join(' and ')})`
  const isDue = () => queueConditions({ due: 'today' }, asking, value)
  const { rows } = await composed(db, {
    text: `select
       ${counted(isDue())} as due,
       ${counted([...isDue(), `c.due_at <= ${value(new Date(now.getTime() + DUE_NEXT_HOURS * HOUR_MS))}::timestamptz`])} as due_next,
       ${counted([...queueConditions({}, asking, value), `c.submitted_at >= ${value(dayOf(now).from)}::timestamptz`])} as came,
       ${counted(queueConditions({ decided: 'today' }, asking, value))} as decided,
       ${counted(queueConditions({ confirm: 'me' }, asking, value))} as to_confirm`,
    values,
    gives: { due: 'int4', due_next: 'int4', came: 'int4', decided: 'int4', to_confirm: 'int4' },
  })
  const [{ due = 0, due_next: dueNext = 0, came = 0, decided = 0, to_confirm: toConfirm = 0 } = {}] = rows
  return { due, dueNext, came, decided, toConfirm }
}

/** Who reviews, with what each has in hand, by the same rule as `ownerOf`: a claim that holds comes before an assignment. */
export async function teamOf(db: Db, config: Config, asking: Asking): Promise<TeamMember[]> {
  const values: unknown[] = []
  const value = (argument: unknown) => `$${values.push(argument)}`
  const { rows } = await composed(db, {
    text: `select owner, count(*) filter (where is_held)::int as held, count(*) filter (where not is_held)::int as assigned,
       count(*) filter (where is_due)::int as due
     from (
       select case when is_held then claimed_by else assigned_to end as owner, is_held, is_due from (
         select c.claimed_by, c.assigned_to, coalesce(${holds(asking, value)}, false) as is_held,
           c.due_at < ${value(dayOf(asking.now).to)}::timestamptz as is_due
         from cases c join users u on u.id = c.user_id
         where (c.claimed_by is not null or c.assigned_to is not null) and ${queueConditions({}, asking, value).join(' and ')}) c
     ) owned where owner is not null group by owner`,
    values,
    gives: { owner: 'int8', held: 'int4', assigned: 'int4', due: 'int4' },
  })
  const loads = new Map(rows.map(({ owner, ...load }) => [Number(owner), load]))
  const team = (await reviewersOf(db, config)).map(({ id, name }) => {
    const { held = 0, assigned = 0, due = 0 } = loads.get(id) ?? {}
    return { id, name, isYou: id === asking.reviewerId, held, assigned, due }
  })
  const load = ({ held, assigned }: TeamMember) => held + assigned
  return team
    .sort((a, b) => Number(b.isYou) - Number(a.isYou) || b.due - a.due || load(b) - load(a))
    .slice(0, TEAM_SHOWN)
}

/** What the open matches stop, and since when the first waits; without those of the reader's own (law §3.2). */
export async function screeningFigures(
  db: Db,
  { reviewerId, now }: Asking,
  sanctions: Config['sanctions'],
): Promise<StaffHome['screening']> {
  const { rows } = await selectStopped(db, [reviewerId])
  const [found] = rows
  const lists = await listsInForce(db)
  const { maxAgeDays } = await settingsInForce(db, sanctions)
  return {
    stopped: found?.stopped ?? 0,
    oldestAt: found?.oldest?.toISOString() ?? null,
    lists: lists.map((list) => ({
      source: list.source,
      publishedOn: list.publishedOn,
      isStale: isStaleList(list, maxAgeDays, now),
    })),
  }
}

/** Requests about personal data that are open, as their lists have them. */
export async function requestFigures(db: Db): Promise<NonNullable<StaffHome['requests']>> {
  const { rows } = await selectOpenRequests(db)
  const of = (kind: string) => {
    const found = rows.find((row) => row.kind === kind)
    return { open: found?.n ?? 0, dueAt: found?.due?.toISOString() ?? null }
  }
  return { complaints: of('complaint'), erasures: of('erasure') }
}
