import { DUE_SOON_HOURS } from '#contract/verification/cases.ts'
import { londonDate } from '#domain/plain-date.ts'
import { tellStaffWhoMay } from '#server/model/mail/notices.ts'
import type { Services } from '#server/services.ts'
import { selectDueReminders } from './notices.sql.ts'

/** A morning's result. */
export interface ReviewReminder {
  overdue: number
  soon: number
}

/**
 * Tells administrators once a day how many cases are overdue or due within hours (cases, What staff are told);
 * does nothing if there are none.
 */
export async function remindReviewers({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<ReviewReminder> {
  const at = now()
  const soonUntil = new Date(at.getTime() + DUE_SOON_HOURS * 3_600_000)
  return database.transaction(async (tx) => {
    const { rows } = await selectDueReminders(tx, [at, soonUntil])
    const found = rows[0] ?? { overdue: 0, soon: 0 }
    if (found.overdue + found.soon > 0)
      await tellStaffWhoMay(tx, 'cases.decide', {
        key: `review:${londonDate(at)}`,
        title: titleOf(found),
        path: '/',
        at,
      })
    return found
  })
}

function titleOf({ overdue, soon }: ReviewReminder): string {
  const cases = (n: number) => (n === 1 ? '1 case is' : `${n} cases are`)
  if (overdue === 0) return `${cases(soon)} due within ${DUE_SOON_HOURS} hours`
  return soon === 0 ? `${cases(overdue)} overdue` : `${cases(overdue)} overdue, ${soon} due soon`
}
