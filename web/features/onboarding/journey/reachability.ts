import type { StepProgress } from '#domain/onboarding/step-flow.ts'
import type { JourneySteps } from './journey-kind.ts'
import type { JourneyStep } from './journey-step.ts'

/** Whether a step may be opened: all that stands before it is answered. User type may always (onboarding §2). */
export function canReach<Step extends JourneyStep, Answers extends object>(
  { steps, mayPass }: JourneySteps<Step, Answers>,
  step: Step,
  answers: Answers,
): boolean {
  if (step === 'user-type') return true
  return steps.slice(0, steps.indexOf(step)).every((earlier) => mayPass(earlier, answers))
}

/** The step to show for the `step` of the URL: itself where it may be opened, else the first that is incomplete. */
export function stepToShow<Step extends JourneyStep, Answers extends object>(
  kind: JourneySteps<Step, Answers>,
  param: string | number | undefined,
  answers: Answers,
): Step {
  const asked = kind.flow.stepFromParam(param)
  return asked && canReach(kind, asked, answers) ? asked : kind.flow.firstIncompleteStep(answers)
}

/** How the rail stands, and where its entries lead: screens that ask nothing are done once they are behind the person. */
export function railOf<Step extends JourneyStep, Answers extends object>(
  { rail, flow, mayPass }: JourneySteps<Step, Answers>,
  step: Step,
  answers: Answers,
): { label: string; progress: StepProgress; step: Step }[] {
  const { number } = flow.railPosition(step)
  const progress = flow.railProgress(step, answers)
  return rail.map(({ label, steps }, index) => {
    const state = progress[index]?.progress ?? 'upcoming'
    const isBehind = index + 1 < number && state === 'upcoming'
    const isPassed = isBehind && steps.every((step) => mayPass(step, answers))
    return { label, progress: isPassed ? 'done' : state, step: steps.at(-1) ?? steps[0] }
  })
}

export interface StepSearch {
  step: string | number
  change?: 1
}

/** The search parameters that open a step; `change` comes back to the review from it (design §9). */
export function stepSearch(param: string, change = false): StepSearch {
  // As a number it stands bare in the URL; the router would put a text of digits in quotes.
  return { step: /^\d$/.test(param) ? Number(param) : param, ...(change && { change: 1 }) }
}
