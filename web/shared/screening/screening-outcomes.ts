import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import OctagonX from 'lucide-react/icons/octagon-x'
import type { ScreeningOutcome } from '#contract/screening/sanctions.ts'
import type { CaseMatch } from '#contract/screening/screening.ts'
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

/** Whether the reader is asked to decide: the proposer waits, a second person is asked. */
export function waitsForReader({ explanation, endedAt, state, proposal }: CaseMatch): boolean {
  return explanation !== null && endedAt === null && (proposal ? !proposal.isOwn : state === 'open')
}
