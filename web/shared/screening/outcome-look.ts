import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import type { ScreeningOutcome } from '#contract/screening/sanctions.ts'
import type { StatusLook } from '#web/ui/status-badge.tsx'

/** How someone stands with the sanctions lists, as screened. */
export const OUTCOME_LOOKS: Readonly<Record<ScreeningOutcome, StatusLook>> = {
  clear: { label: 'Clear', family: 'green', icon: CircleCheck },
  exposed: { label: 'Politically Exposed', family: 'yellow', icon: CircleAlert },
  possible: { label: 'Possible Match', family: 'yellow', icon: CircleQuestionMark },
  strong: { label: 'Strong Match', family: 'red', icon: CircleAlert },
  stale: { label: 'Not Up to Date', family: 'neutral', icon: Clock },
}
