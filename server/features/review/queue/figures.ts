import { SignalName } from '#contract/documents/readings.ts'
import { SIGNAL_TITLES } from '#contract/documents/signal-names.ts'
import {
  type InvoiceFigures,
  type PromiseKept,
  type ScreeningFigures,
  type SignalFigures,
  type StaffHome,
  type SupportFigures,
  TEAM_SHOWN,
  type TeamMember,
  type TodayFigures,
} from '#contract/review/staff-home.ts'
import {
  BOUNCED_DAYS,
  BOUNCED_SHOWN,
  DUE_NEXT_HOURS,
  FEW_DECISIONS,
  PROMISE_DAYS_MAX,
} from '#contract/review/staff-home-limits.ts'
import { PROMISED_HOURS } from '#contract/verification/case-limits.ts'
import {
  addDays,
  addMonths,
  DAY_MS,
  daysBetween,
  endOfWeek,
  londonDate,
  londonMidnight,
  type PlainDate,
  parsePlainDate,
} from '#domain/plain-date.ts'
import { isStaleList } from '#domain/screening/screening-standing.ts'
import type { Config } from '#server/config.ts'
import { namesOf, unnamed } from '#server/model/people/names.ts'
import { countOpenMatches } from '#server/model/screening/case-screenings.ts'
import { listRenewals } from '#server/model/screening/list-renewals.ts'
import { listsInForce } from '#server/model/screening/sanctions-lists.ts'
import { settingsInForce } from '#server/model/screening/screening-settings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { bindings, composed } from '#server/platform/database/statement.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import {
  countInvoices,
  countSignals,
  countWaitingChanges,
  countWeeks,
  selectBounced,
  selectDecisions,
  selectOpenRequests,
  selectStopped,
} from './queue.sql.ts'
import { type Asking, dayOf, holds, queueConditions, type Reader } from './queue-filter.ts'
import { reviewersOf } from './staff-figures.ts'

const HOUR_MS = 3_600_000

/** Today's figures, counted live: they concern the hours around now, of which there are few. */
export async function todayFigures(db: Db, asking: Asking): Promise<TodayFigures> {
  const { now } = asking
  const { values, value } = bindings()
  const counted = (conditions: string[]) =>
    `(select count(*)::int from cases c join users u on u.id = c.user_id where ${conditions.join(' and ')})`
  const isDue = () => queueConditions({ due: 'today' }, asking, value)
  const { rows } = await composed(db, {
    text: `select
       ${counted(isDue())} as due,
       ${counted([...isDue(), `c.due_at <= ${value(new Date(now.getTime() + DUE_NEXT_HOURS * HOUR_MS))}::timestamptz`])} as due_next,
       ${counted([...queueConditions({}, asking, value), `c.submitted_at >= ${value(dayOf(now).from)}::timestamptz`])} as came,
       ${counted(queueConditions({ confirm: 'me' }, asking, value))} as to_confirm`,
    values,
    gives: { due: 'int4', due_next: 'int4', came: 'int4', to_confirm: 'int4' },
  })
  const [{ due = 0, due_next: dueNext = 0, came = 0, to_confirm: toConfirm = 0 } = {}] = rows
  return { due, dueNext, came, toConfirm }
}

/**
 * The reviewers with what each of them owns, by the same rule as `ownerOf`: a claim that holds precedes an
 * assignment.
 */
export async function teamOf(db: Db, config: Config, asking: Asking): Promise<TeamMember[]> {
  const { values, value } = bindings()
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

/**
 * How many matches are open, what they block, and since when the first has been waiting; without the reader's
 * own (law §3.4).
 */
export async function screeningFigures(
  db: Db,
  { reviewerId, withErased = false, now }: Reader,
  sanctions: Config['sanctions'],
): Promise<ScreeningFigures> {
  const openMatches = await countOpenMatches(db, { readerId: reviewerId, withErased })
  const { rows } = await selectStopped(db, [reviewerId, withErased])
  const [found] = rows
  const lists = await listsInForce(db)
  const { maxAgeDays } = await settingsInForce(db, sanctions)
  const { renewals, refusedFiles } = await listRenewals(db, sanctions)
  return {
    openMatches,
    proposedMatches: found?.proposed ?? 0,
    stopped: found?.stopped ?? 0,
    oldestAt: found?.oldest?.toISOString() ?? null,
    lists: lists.map((list) => ({
      source: list.source,
      publishedOn: list.publishedOn,
      isStale: isStaleList(list, maxAgeDays, now),
    })),
    unrenewed: renewals.filter(({ failure }) => failure !== null).map(({ source }) => source),
    refusedFilesAt: refusedFiles?.at ?? null,
  }
}

/** Open requests about personal data, as in their lists. */
export async function requestFigures(db: Db): Promise<NonNullable<StaffHome['requests']>> {
  const { rows } = await selectOpenRequests(db)
  const of = (kind: string) => {
    const found = rows.find((row) => row.kind === kind)
    return { open: found?.n ?? 0, dueAt: found?.due?.toISOString() ?? null }
  }
  return { complaints: of('complaint'), erasures: of('erasure') }
}

/** Invoices to look after, by the rules of the list of invoices. */
export async function invoiceFigures(db: Db, now: Date): Promise<InvoiceFigures> {
  const { rows } = await countInvoices(db, [londonMidnight(londonDate(now))])
  const [{ open = 0, draft = 0, overdue = 0, since = null } = {}] = rows
  return { open, draft, overdue, overdueSince: since?.toISOString() ?? null }
}

/** What waits for support. */
export async function supportFigures(db: Db, now: Date): Promise<SupportFigures> {
  const since = new Date(now.getTime() - BOUNCED_DAYS * DAY_MS)
  const [changes, bounced] = await Promise.all([
    countWaitingChanges(db),
    selectBounced(db, [since, BOUNCED_SHOWN]),
  ])
  const ids = bounced.rows.map(({ id }) => Number(id))
  const names = await namesOf(db, ids)
  return {
    changes: changes.rows[0]?.n ?? 0,
    bounced: bounced.rows.map(({ id, at }) => ({
      id: Number(id),
      name: names.get(Number(id)) ?? unnamed(Number(id)),
      at: at.toISOString(),
    })),
  }
}

/** How far back the figures go, including this month. */
const MONTHS = 12

/**
 * How often each signal was right, latest month first; without the reader's own case, as in the lists behind. Signals
 * unknown to this release are left out.
 */
export async function signalFigures(
  db: Db,
  { reviewerId, now }: Pick<Asking, 'reviewerId' | 'now'>,
): Promise<SignalFigures[]> {
  const { rows } = await countSignals(db, [firstMonth(londonDate(now)), reviewerId])
  return rows.flatMap(({ signal, ...figures }) => {
    const known = SignalName.safeParse(signal)
    return known.success ? [{ ...figures, name: known.data, title: SIGNAL_TITLES[known.data] }] : []
  })
}

function firstMonth(today: PlainDate): PlainDate {
  return addMonths(`${today.slice(0, 7)}-01` as PlainDate, 1 - MONTHS)
}

/** Twelve weeks including the current one, unless another range is requested. */
const USUAL_DAYS = 84

/**
 * How often people got an answer within the promised hours, by week in London; with few decisions, for each of
 * them. Throws VALIDATION_ERROR for an invalid range.
 */
export async function promiseKept(
  db: Db,
  asked: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Promise<PromiseKept> {
  const to = (asked.to && parsePlainDate(asked.to)) || londonDate(now)
  const from = (asked.from && parsePlainDate(asked.from)) || addDays(to, 1 - USUAL_DAYS)
  const days = daysBetween(from, to)
  if (days < 0) throw invalid('Choose a first day that is not after the last')
  if (days >= PROMISE_DAYS_MAX) throw invalid('Choose a range of two years or less')
  const range = [londonMidnight(from), londonMidnight(addDays(to, 1))] as const
  const { rows } = await countWeeks(db, [...range, from, PROMISED_HOURS])
  const sum = (of: 'decided' | 'kept') => rows.reduce((total, week) => total + week[of], 0)
  const count = sum('decided')
  return {
    from,
    to,
    count,
    kept: sum('kept'),
    weeks: rows.map(({ week, ...figures }) => ({ from: week, to: lastOf(week, to), ...figures })),
    decisions:
      count < FEW_DECISIONS
        ? (await selectDecisions(db, [...range, PROMISED_HOURS])).rows.map(({ at, kept }) => ({
            at: at.toISOString(),
            isKept: kept,
          }))
        : null,
  }
}

/** The last day of a week, cut off at the end of the range. */
function lastOf(week: string, to: PlainDate): string {
  const from = parsePlainDate(week)
  const last = from ? endOfWeek(from) : to
  return last < to ? last : to
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { fields: { from: message } })
}
