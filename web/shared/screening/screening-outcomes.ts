import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import OctagonX from 'lucide-react/icons/octagon-x'
import type { MatchVerdict, ScreeningOutcome } from '#contract/screening/sanctions.ts'
import type { CaseMatch, ScreeningMatch } from '#contract/screening/screening.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import type { StatusLook } from '#web/ui/status-badge.tsx'

/** How each screening outcome looks. */
export const OUTCOME_LOOKS: Readonly<Record<ScreeningOutcome, StatusLook>> = {
  clear: { label: 'Clear', family: 'green', icon: CircleCheck },
  exposed: { label: 'Politically Exposed', family: 'yellow', icon: CircleAlert },
  possible: { label: 'Possible Match', family: 'yellow', icon: CircleQuestionMark },
  strong: { label: 'Strong Match', family: 'red', icon: CircleAlert },
  confirmed: { label: 'On the List', family: 'red', icon: OctagonX },
  stale: { label: 'Not Up to Date', family: 'neutral', icon: Clock },
}

const GRAVEST_FIRST: readonly ScreeningOutcome[] = [
  'confirmed',
  'strong',
  'possible',
  'stale',
  'exposed',
  'clear',
]

/** The most serious of several outcomes; null if there are none. */
export function gravest(outcomes: readonly ScreeningOutcome[]): ScreeningOutcome | null {
  return GRAVEST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? null
}

/**
 * The match that an approval waits for: one that no one has decided before one that the reader can confirm, and that
 * before one that only a colleague can.
 */
export function awaitedMatch<T extends Pick<CaseMatch, 'state' | 'endedAt' | 'proposal'>>(
  matches: readonly T[],
): T | null {
  const open = matches.filter(({ state, endedAt }) => state === 'open' && endedAt === null)
  return (
    open.find(({ proposal }) => !proposal) ?? open.find(({ proposal }) => !proposal?.isOwn) ?? open[0] ?? null
  )
}

/** The match that was confirmed to be on a sanctions list: nothing of that person or company can be approved. */
export function confirmedMatch<T extends Pick<CaseMatch, 'state' | 'endedAt' | 'entry'>>(
  matches: readonly T[],
): T | null {
  return (
    matches.find(({ state, endedAt, entry }) => state === 'true' && !endedAt && !entry.isExposedOnly) ?? null
  )
}

/** What a match needs once someone has said what it is. */
export const NEEDS_SECOND_PERSON = 'Needs a second person'

/** Who said what a match is, and when. */
export function saidText(who: string, said: MatchVerdict, at: string): string {
  const what = said === 'true' ? 'it’s the one on the list' : 'it’s someone else'
  return `${who} said ${what}, ${formatDateTime(at)}.`
}

/** The same of what was said last, with who has to confirm it. */
export function proposedText({ state, by, at, isOwn }: NonNullable<ScreeningMatch['proposal']>): string {
  const confirms = isOwn ? 'Someone else' : 'A second person'
  return `${saidText(isOwn ? 'You' : by, state, at)} ${confirms} must confirm it.`
}

/** Whether the reader is asked to decide: the proposer waits, a second person is asked. */
export function waitsForReader({ explanation, endedAt, state, proposal }: CaseMatch): boolean {
  return explanation !== null && endedAt === null && (proposal ? !proposal.isOwn : state === 'open')
}
