import type { DateStyle } from '#contract/date-style.ts'
import { listName } from '#contract/screening/list-name.ts'
import type {
  ListSource,
  MatchLevel,
  MatchState,
  MatchVerdict,
  ScreeningOutcome,
} from '#contract/screening/sanctions.ts'
import { dayText } from '#domain/date-text.ts'
import { daysBetween, londonDate, type PlainDate } from '#domain/plain-date.ts'

/** A list in force, as far as its age matters. */
export interface ListInForce {
  id: number
  source: ListSource
  /** The list's own date, otherwise the day it was imported. */
  publishedOn: PlainDate
}

/** The latest screening of a case. */
export interface ScreeningRun {
  /** The lists it used. */
  listIds: readonly number[]
  /** The submission it covered. */
  round: number
  /** The bar from which it raised matches. */
  possibleFrom: number
}

/** A current match. */
export interface StandingMatch {
  subject: string
  subjectName: string
  source: ListSource
  ref: string
  level: MatchLevel
  state: MatchState
  /** Who said what, if a second person has to confirm it. */
  proposal: { said: MatchVerdict; by: string; isReader: boolean } | null
  /** Whether it is politically exposed and on no sanctions list. */
  isExposedOnly: boolean
}

export interface ScreeningFacts {
  lists: readonly ListInForce[]
  run: ScreeningRun | undefined
  round: number
  matches: readonly StandingMatch[]
  maxAgeDays: number
  /** The bar in force. */
  possibleFrom: number
}

/** Whether a list is too old for a screening to rest on (law §3.2). */
export function isStaleList({ source, publishedOn }: ListInForce, maxAgeDays: number, now: Date): boolean {
  return !isAgeless(source) && daysBetween(publishedOn, londonDate(now)) > maxAgeDays
}

/**
 * Whether a list never expires: no one in the sample is real, and an in-house list is current until its owner changes
 * it, because no publisher can have a newer one.
 */
export function isAgeless(source: string): boolean {
  return source === 'sample' || source.startsWith('own:')
}

/**
 * Whether a run covers the latest submission and the lists in force. With a higher bar than today's it may have missed
 * what is raised now.
 */
export function isCurrentRun(
  run: ScreeningRun | undefined,
  { lists, round, possibleFrom }: Pick<ScreeningFacts, 'lists' | 'round' | 'possibleFrom'>,
): boolean {
  if (!run || run.round !== round || run.listIds.length !== lists.length) return false
  if (run.possibleFrom > possibleFrom) return false
  return lists.every(({ id }) => run.listIds.includes(id))
}

/** A sanctions obstacle; one that is `due` resolves itself, because deciding on the case screens it first. */
export interface ScreeningObstacle {
  kind: 'list' | 'due' | MatchObstacle['kind']
  text: string
}

/** Returns the sanctions obstacles to a case's approval, one sentence each for the reviewer. */
export function screeningObstacles(
  facts: ScreeningFacts,
  now: Date,
  dateStyle: DateStyle,
): ScreeningObstacle[] {
  const { lists, matches, maxAgeDays } = facts
  if (lists.length === 0)
    return [
      {
        kind: 'list',
        text: 'No sanctions list has been imported, so no one can be screened or approved until an operator imports one.',
      },
    ]
  const stale = lists
    .filter((list) => isStaleList(list, maxAgeDays, now))
    .map(
      ({ source, publishedOn }): ScreeningObstacle => ({
        kind: 'list',
        text: `The ${listName(source)} in force is of ${dayText(publishedOn, dateStyle)}, more than ${daysText(maxAgeDays)} old. No one can be approved until an operator imports a newer one.`,
      }),
    )
  return [...stale, ...dueScreening(facts), ...matchObstacles(matches)]
}

function dueScreening({
  run,
  ...facts
}: Omit<ScreeningFacts, 'matches' | 'maxAgeDays'>): ScreeningObstacle[] {
  if (isCurrentRun(run, facts)) return []
  return [
    {
      kind: 'due',
      text: run
        ? 'The screening must run again: the lists, the bar or the submitted details have changed.'
        : 'Sanctions screening hasn’t run yet.',
    },
  ]
}

/** A match that blocks an approval, for one of the screened subjects. */
export interface MatchObstacle {
  subject: string
  kind: 'open_match' | 'proposed_match' | 'confirmed_match'
  text: string
}

/**
 * Returns only the open or confirmed matches, each with its subject, regardless of the lists. Being politically exposed
 * blocks nothing once it is known; a second person then approves (Money Laundering Regulations 2017, regulation 35).
 */
export function matchObstacles(matches: readonly StandingMatch[]): MatchObstacle[] {
  return matches.flatMap(
    ({ subject, state, level, subjectName, source, ref, proposal, isExposedOnly }): MatchObstacle[] => {
      const where = `entry ${ref} of the ${listName(source)}`
      if (state === 'open' && proposal !== null) {
        const [who, other] = proposal.isReader ? ['you', 'Someone else'] : [proposal.by, 'A second person']
        const said = proposal.said === 'true' ? 'it’s' : 'it’s someone else than'
        const text = `${subjectName}: ${who} said ${said} ${where}. ${other} has to confirm it.`
        return [{ subject, kind: 'proposed_match', text }]
      }
      if (state === 'open')
        return [
          {
            subject,
            kind: 'open_match',
            text: `${subjectName}: a ${level} match with ${where} waits for a decision.`,
          },
        ]
      return state === 'true' && !isExposedOnly
        ? [{ subject, kind: 'confirmed_match', text: `${subjectName} has been confirmed to be ${where}.` }]
        : []
    },
  )
}

/** Returns the current outcome for one subject: an outdated screening is never clear (law §3.2). */
export function outcomeOf(subject: string, facts: ScreeningFacts, now: Date): ScreeningOutcome {
  const found = facts.matches.filter((match) => match.subject === subject && match.state !== 'false')
  const listed = found.filter(({ state, isExposedOnly }) => state === 'open' || !isExposedOnly)
  if (listed.some(({ state }) => state === 'true')) return 'confirmed'
  if (listed.some(({ level }) => level === 'strong')) return 'strong'
  if (listed.length > 0) return 'possible'
  const isFresh =
    facts.lists.length > 0 &&
    isCurrentRun(facts.run, facts) &&
    !facts.lists.some((list) => isStaleList(list, facts.maxAgeDays, now))
  if (!isFresh) return 'stale'
  return found.length > 0 ? 'exposed' : 'clear'
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
