import type {
  DayFigures,
  PromiseKept,
  QueueFigures,
  SignalFigures,
  StaffHome,
} from '#contract/review/staff-home.ts'
import { PROMISE_TARGET_PERCENT } from '#contract/review/staff-home-limits.ts'
import { FIGURE_DAYS } from '#contract/verification/case-limits.ts'
import { isolated } from '#domain/isolated.ts'
import { formatNumber } from '#web/lib/numbers.ts'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** "Good morning, Priya": by the reader's local time and first name. */
export function staffGreeting(name: string | null | undefined, now: Date): string {
  const hour = now.getHours()
  const time = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening'
  const [first] = name?.trim().split(/\s+/) ?? []
  return first ? `${time}, ${isolated(first)}` : time
}

/**
 * What is to do today, in a sentence: "6 cases are due today. You have 3 in hand.", "2 cases are waiting.
 * Nothing is due today."
 */
export function todaySentence({
  queue: { waiting, overdue, mine },
  today: { due },
}: {
  queue: Pick<QueueFigures, 'waiting' | 'overdue' | 'mine'>
  today: Pick<StaffHome['today'], 'due'>
}): string {
  const hand = mine > 0 ? ` You have ${formatNumber(mine)} in hand.` : ''
  if (overdue > 0) {
    const more = due > 0 ? `, and ${formatNumber(due)} more ${due === 1 ? 'is' : 'are'} due today` : ''
    return `${cases(overdue)} overdue${more}.${hand}`
  }
  if (due > 0) return `${cases(due)} due today.${hand}`
  if (waiting === 0) return 'No one is waiting for a decision.'
  return `${cases(waiting)} waiting. Nothing is due today.${hand}`
}

/**
 * The same for staff whose work isn't the queue: "2 invoices are overdue. 1 change of details waits."; the days'
 * figures if nothing waits.
 */
export function workSentence({
  invoices,
  support,
  days,
}: Pick<StaffHome, 'invoices' | 'support' | 'days'>): string {
  const { overdue = 0 } = invoices ?? {}
  const { changes = 0, bounced = [] } = support ?? {}
  const waiting = [
    overdue > 0 && `${plural(overdue, 'invoice')} ${overdue === 1 ? 'is' : 'are'} overdue.`,
    changes > 0 &&
      `${formatNumber(changes)} ${changes === 1 ? 'change of details waits' : 'changes of details wait'}.`,
    bounced.length > 0 && 'Some emails don’t arrive.',
  ].filter(Boolean)
  return waiting.length > 0 ? waiting.join(' ') : `${daysSentence(days)}.`
}

function cases(count: number): string {
  return count === 1 ? '1 case is' : `${formatNumber(count)} cases are`
}

/** Describes a promise chart for those who can't see it. */
export function promiseSentence({
  weeks,
  count,
  kept,
}: Pick<PromiseKept, 'weeks' | 'count' | 'kept'>): string {
  const byShare = weeks.toSorted((a, b) => a.kept / a.decided - b.kept / b.decided)
  const [low, high] = [byShare.at(0), byShare.at(-1)].map((week) =>
    shareText(week?.kept ?? 0, week?.decided ?? 0),
  )
  return `${shareText(kept, count)} of ${formatNumber(count)} decisions in time over ${plural(weeks.length, 'week')}, from ${low} to ${high}. The target is ${PROMISE_TARGET_PERCENT}%.`
}

/**
 * The steps, with the one marked before which the largest share left of those who could have come to it, unless
 * several are as large.
 */
export function markedSteps(
  funnel: StaffHome['funnel'],
): (StaffHome['funnel'][number] & { isWorst: boolean })[] {
  const shareOf = ({ left, people }: StaffHome['funnel'][number]) => (left === 0 ? 0 : left / (left + people))
  const worst = Math.max(0, ...funnel.map(shareOf))
  const isOne = worst > 0 && funnel.filter((step) => shareOf(step) === worst).length === 1
  return funnel.map((step) => ({ ...step, isWorst: isOne && shareOf(step) === worst }))
}

/** The submissions and decisions of these days, for staff whose work isn't the queue. */
export function daysSentence(days: readonly DayFigures[]): string {
  const sum = (of: (day: DayFigures) => number) => days.reduce((total, day) => total + of(day), 0)
  const signUps = plural(
    sum((day) => day.signUps),
    'sign-up',
  )
  return `${signUps} and ${plural(sum(decisionsOf), 'decision')} in the last ${FIGURE_DAYS} days`
}

/** How many cases were decided on a day, in any way. */
export function decisionsOf({ approved, returned, rejected }: DayFigures): number {
  return approved + returned + rejected
}

/** Each signal's figures over all months and versions of its rule, those with the most warnings first. */
export function signalTotals(figures: readonly SignalFigures[]): Omit<SignalFigures, 'month' | 'version'>[] {
  const totals = new Map<string, Omit<SignalFigures, 'month' | 'version'>>()
  for (const { name, title, warned, right, agreed, missed } of figures) {
    const sum = totals.get(name) ?? { name, title, warned: 0, right: 0, agreed: 0, missed: 0 }
    totals.set(name, {
      ...sum,
      warned: sum.warned + warned,
      right: sum.right + right,
      agreed: sum.agreed + agreed,
      missed: sum.missed + missed,
    })
  }
  return [...totals.values()].sort((a, b) => b.warned - a.warned || a.title.localeCompare(b.title))
}

/** Formats `2026-03` as "Mar 2026". */
export function monthText(month: string): string {
  const [year, number] = month.split('-')
  return `${MONTHS[Number(number) - 1]} ${year}`
}

/** A share in whole percent: "<1%" and ">99%" if rounding would say no one, or everyone. */
export function shareText(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0%'
  if (part >= whole) return '100%'
  const percent = Math.round((100 * part) / whole)
  return percent === 0 ? '<1%' : percent === 100 ? '>99%' : `${percent}%`
}

/** Formats hours: "under a minute", "55 minutes", "5.5 hours", "3 days". */
export function spanText(hours: number): string {
  if (hours * 60 < 1) return 'under a minute'
  if (hours < 1) return plural(Math.round(hours * 60), 'minute')
  if (hours < 72) return plural(Math.round(hours * 10) / 10, 'hour')
  return plural(Math.round(hours / 24), 'day')
}

function plural(count: number, word: string): string {
  return `${formatNumber(count)} ${count === 1 ? word : `${word}s`}`
}
