import { CONSUMER_RAIL, CONSUMER_STEPS, type ConsumerStep } from '#contract/onboarding-steps.ts'
import {
  type ConsumerAnswers,
  firstIncompleteStep,
  isStepComplete,
  railPosition,
  railProgress,
  stepFromParam,
  stepParam,
} from '#domain/onboarding-flow.ts'

/** These screens only inform: passing them is enough. */
const ASKS_NOTHING: readonly ConsumerStep[] = ['start', 'what-you-need']

/** Whether a step may be opened: all that stands before it is answered. User type may always (onboarding §2). */
export function canReach(step: ConsumerStep, answers: ConsumerAnswers): boolean {
  if (step === 'user-type') return true
  const before = CONSUMER_STEPS.slice(0, CONSUMER_STEPS.indexOf(step))
  return before.every((earlier) => ASKS_NOTHING.includes(earlier) || isStepComplete(earlier, answers))
}

/** The step to show for the `step` of the URL: itself where it may be opened, else the first that lacks something. */
export function stepToShow(param: string | number | undefined, answers: ConsumerAnswers): ConsumerStep {
  const asked = stepFromParam(param)
  return asked && canReach(asked, answers) ? asked : firstIncompleteStep(answers)
}

/** How the rail stands: screens that only inform are done once they are behind the person. */
export function railOf(step: ConsumerStep, answers: ConsumerAnswers): ReturnType<typeof railProgress> {
  const { number } = railPosition(step)
  return railProgress(step, answers).map((entry, index) => {
    const isBehind = index + 1 < number && entry.progress === 'upcoming'
    const asksNothing = CONSUMER_RAIL[index]?.steps.every((one) => ASKS_NOTHING.includes(one)) ?? false
    return isBehind && asksNothing ? { ...entry, progress: 'done' } : entry
  })
}

/** The search parameters that open a step; `change` comes back to the review from it (design §9). */
export function stepSearch(step: ConsumerStep, change = false): { step: string | number; change?: 1 } {
  const param = stepParam(step)
  // As a number it stands bare in the URL; the router would put a text of digits in quotes.
  return { step: /^\d$/.test(param) ? Number(param) : param, ...(change && { change: 1 }) }
}
