import type { DayFigures, QueueFigures } from '#contract/review/staff-home.ts'
import { FIGURE_DAYS } from '#contract/verification/cases.ts'
import { relativeTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/numbers.ts'

/** "Good morning, Priya": by the clock on the reader's wall, and by the first of their names. */
export function staffGreeting(name: string | null | undefined, now: Date): string {
  const hour = now.getHours()
  const time = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
  const [first] = name?.trim().split(/\s+/) ?? []
  return first ? `${time}, ${first}` : time
}

/** What waits, in a sentence: "5 cases are waiting for a decision. The oldest was submitted 2 days ago." */
export function waitingSentence(
  { waiting, oldestSubmittedAt }: Pick<QueueFigures, 'waiting' | 'oldestSubmittedAt'>,
  now: Date,
): string {
  if (waiting === 0) return 'No one is waiting for a decision.'
  const cases = waiting === 1 ? '1 case is waiting' : `${formatNumber(waiting)} cases are waiting`
  const oldest = oldestSubmittedAt ? ` The oldest was submitted ${relativeTime(oldestSubmittedAt, now)}.` : ''
  return `${cases} for a decision.${oldest}`
}

/** What came and was decided in these days, for staff whose work is not the queue. */
export function daysSentence(days: readonly DayFigures[]): string {
  const sum = (of: (day: DayFigures) => number) => days.reduce((total, day) => total + of(day), 0)
  const signUps = plural(
    sum((day) => day.signUps),
    'sign-up',
  )
  return `${signUps} and ${plural(sum(decisionsOf), 'decision')} in the last ${FIGURE_DAYS} days`
}

/** How many cases were decided on a day, whichever way. */
export function decisionsOf({ approved, returned, rejected }: DayFigures): number {
  return approved + returned + rejected
}

/** A share in whole percent: "<1%" and ">99%" where rounding would say no one, or everyone. */
export function shareText(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0%'
  if (part >= whole) return '100%'
  const percent = Math.round((100 * part) / whole)
  return percent === 0 ? '<1%' : percent === 100 ? '>99%' : `${percent}%`
}

/** Hours as people say them: "under a minute", "55 minutes", "5.5 hours", "3 days". */
export function spanText(hours: number): string {
  if (hours * 60 < 1) return 'under a minute'
  if (hours < 1) return plural(Math.round(hours * 60), 'minute')
  if (hours < 72) return plural(Math.round(hours * 10) / 10, 'hour')
  return plural(Math.round(hours / 24), 'day')
}

function plural(count: number, word: string): string {
  return `${formatNumber(count)} ${count === 1 ? word : `${word}s`}`
}
