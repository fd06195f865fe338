import type { StaffHome } from '#contract/review/staff-home.ts'
import { londonDate } from '#domain/plain-date.ts'
import { countOpenMatches } from '#server/model/screening/case-screenings.ts'
import type { Db } from '#server/platform/database/database.ts'
import { oldestWaiting, readFigures } from './counted-figures.ts'
import type { Asking } from './queue-filter.ts'
import { queuePage } from './queue-list.ts'
import { latestActivity } from './staff-activity.ts'
import {
  dayFigures,
  decisionFigures,
  firstDay,
  funnelFigures,
  queueFigures,
  stateFigures,
} from './staff-figures.ts'

const NEXT_SHOWN = 5

/** The staff dashboard. Without names, as for anyone who is no administrator, it has figures alone (design §9). */
export async function staffHome(
  db: Db,
  asking: Asking,
  { withNames }: { withNames: boolean },
): Promise<StaffHome> {
  const { now } = asking
  const [kept, oldestSubmittedAt, openMatches, decisions, next, activity] = await Promise.all([
    readFigures(db, asking, firstDay(now)),
    oldestWaiting(db, asking),
    countOpenMatches(db, asking.reviewerId),
    decisionFigures(db, now),
    withNames ? queuePage(db, {}, { limit: NEXT_SHOWN }, asking) : null,
    latestActivity(db, { withNames }),
  ])
  return {
    queue: { ...queueFigures(kept, now), oldestSubmittedAt },
    openMatches,
    lateConfirmations: kept.sum('confirming', { before: londonDate(now) }),
    unreviewedApprovals: kept.sum('unreviewed'),
    states: stateFigures(kept),
    funnel: funnelFigures(kept),
    days: dayFigures(kept, now),
    decisions,
    next: next?.cases ?? null,
    activity,
  }
}
