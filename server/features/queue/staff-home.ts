import type { StaffHome } from '#contract/staff-home.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countOpenMatches } from '#server/records/screening/case-screenings.ts'
import type { Asking } from './queue-filter.ts'
import { queuePage } from './queue-list.ts'
import { latestActivity } from './staff-activity.ts'
import {
  dayFigures,
  decisionFigures,
  funnelFigures,
  lateConfirmations,
  queueFigures,
  stateFigures,
  unreviewedApprovals,
} from './staff-figures.ts'

const NEXT_SHOWN = 5

/** The staff dashboard. Whoever is no administrator gets figures and no name (design §9). */
export async function staffHome(
  db: Db,
  asking: Asking,
  { isAdmin }: { isAdmin: boolean },
): Promise<StaffHome> {
  const { now } = asking
  const [queue, openMatches, late, unreviewed, states, funnel, days, decisions, next, activity] =
    await Promise.all([
      queueFigures(db, asking),
      countOpenMatches(db, asking.reviewerId),
      lateConfirmations(db, asking),
      unreviewedApprovals(db, asking),
      stateFigures(db),
      funnelFigures(db, now),
      dayFigures(db, now),
      decisionFigures(db, now),
      isAdmin ? queuePage(db, {}, { limit: NEXT_SHOWN }, asking) : null,
      latestActivity(db, { withNames: isAdmin }),
    ])
  return {
    queue,
    openMatches,
    lateConfirmations: late,
    unreviewedApprovals: unreviewed,
    states,
    funnel,
    days,
    decisions,
    next: next?.cases ?? null,
    activity,
  }
}
