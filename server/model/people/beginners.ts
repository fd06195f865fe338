import {
  FUNNEL_GAPS,
  FUNNEL_STEPS,
  type FunnelGap,
  type FunnelStep,
  LEFT_AFTER_DAYS,
} from '#contract/review/funnel-steps.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { OPEN_STATES } from '#contract/verification/case-states.ts'
import { addDays, DAY_MS, londonDate, londonMidnight, type PlainDate } from '#domain/plain-date.ts'
import type { Db } from '#server/platform/database/database.ts'
import { as, type Bind, bindings, composed } from '#server/platform/database/statement.ts'
import { ERASED_ISSUER } from './erased-people.ts'

/** The first of the days that figures cover, in London. */
export function firstDay(now: Date): PlainDate {
  return addDays(londonDate(now), 1 - FIGURE_DAYS)
}

/** Whether this user works here and has taken no step as a customer, written the way its index is. */
export function isColleague(id: string): string {
  return `exists (select from begun_people p where p.user_id = ${id} and p.marks & 508 = 256)`
}

/** How far people got who began in the days that figures cover: to a step, or to the one before it and no further. */
export type Reached = { [How in 'came' | FunnelGap]?: FunnelStep | undefined }

type Named = Exclude<FunnelGap, 'left'>
const GROUPS: readonly Named[] = ['waits', 'theirs', 'rejected']

/** One held for its applicant's email has no due time. */
const WAITS_FOR_US = `c.state in (${OPEN_STATES.map((state) => `'${state}'`).join(', ')}) and c.due_at is not null`

/**
 * Who has not left (account-admin, From start to verified), as queries of user ids; no one is in two of them. Each
 * reads an index of what is recent or open, because most people are neither.
 */
const STILL_HERE: Readonly<Record<Named, (now: Date, value: Bind) => string>> = {
  waits: () => `select c.user_id from cases c where c.kind = 'consumer' and ${WAITS_FOR_US}`,
  theirs: (now, value) => {
    const lately = `${value(new Date(now.getTime() - LEFT_AFTER_DAYS * DAY_MS))}::timestamptz`
    return `select a.user_id from (
        select b.user_id from begun_people b where b.began_at >= ${lately}
        union select d.user_id from drafts d where d.kind = 'consumer' and d.updated_at >= ${lately}
        union select c.user_id from cases c where c.kind = 'consumer' and c.updated_at >= ${lately}
          and c.state in ('draft', 'submitted', 'in_review', 'needs_resubmission')
      ) a join users u on u.id = a.user_id and u.issuer <> '${ERASED_ISSUER}'
      where not exists (select from cases c where c.user_id = a.user_id and c.kind = 'consumer'
        and (c.state in ('rejected', 'withdrawn', 'expired') or ${WAITS_FOR_US}))`
  },
  rejected: (now, value) =>
    `select c.user_id from cases c where c.kind = 'consumer' and c.state = 'rejected' and c.updated_at >= ${beganSince(now, value)}`,
}

function beganSince(now: Date, value: Bind): string {
  return `${value(londonMidnight(firstDay(now)))}::timestamptz`
}

/** How many of those who got to a step, and no further, have not left. */
export async function countStillHere(
  db: Db,
  now: Date,
): Promise<readonly { furthest: string | null; gap: Named; n: number }[]> {
  const { values, value } = bindings()
  const people = GROUPS.map(
    (gap) => `select '${gap}' as gap, user_id from (${STILL_HERE[gap](now, value)}) ids`,
  )
  const { rows } = await composed(db, {
    text: `select f.name as furthest, h.gap, count(*)::int as n
     from (${people.join(' union all ')}) h join begun_people p on p.user_id = h.user_id
       cross join lateral figures_of_beginner(p) f
     where p.began_at >= ${beganSince(now, value)} group by 1, 2`,
    values,
    gives: { furthest: 'text?', gap: as<Named>('text'), n: 'int4' },
  })
  return rows
}

/** Which `begun_people p` the funnel's figure counts; undefined if it isn't asked about. */
export function reachedCondition(reached: Reached, now: Date, value: Bind): string | undefined {
  const { came, left } = reached
  const gaps = FUNNEL_GAPS.flatMap((gap) => reached[gap] ?? [])
  if (!came && gaps.length === 0) return undefined
  const furthest = FUNNEL_STEPS.filter(
    (_, step) =>
      (!came || step >= FUNNEL_STEPS.indexOf(came)) &&
      gaps.every((end) => step === FUNNEL_STEPS.indexOf(end) - 1),
  )
  const idsOf = (group: Named) => STILL_HERE[group](now, value)
  return [
    `p.began_at >= ${beganSince(now, value)}`,
    `exists (select from figures_of_beginner(p) f where f.name = any(${value(furthest.map((step) => `begun.${step}`))}::text[]))`,
    ...GROUPS.filter((group) => reached[group]).map((group) => `p.user_id in (${idsOf(group)})`),
    ...(left ? GROUPS.map((group) => `p.user_id not in (${idsOf(group)})`) : []),
  ].join(' and ')
}
