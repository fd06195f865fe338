import type { StepProgress } from '#domain/onboarding/step-flow.ts'
import type { JourneySteps } from './journey-kind.ts'
import type { JourneyStep } from './journey-step.ts'

/** Whether a step may be opened: all steps before it are answered. User type always may (onboarding §2.2). */
export function canReach<Step extends JourneyStep, Answers extends object>(
  { steps, mayPass }: JourneySteps<Step, Answers>,
  step: Step,
  answers: Answers,
): boolean {
  if (step === 'user-type') return true
  return steps.slice(0, steps.indexOf(step)).every((earlier) => mayPass(earlier, answers))
}

/**
 * Returns the step to show for the URL's `step`: that one if it may be opened, otherwise the first incomplete
 * one.
 */
export function stepToShow<Step extends JourneyStep, Answers extends object>(
  kind: JourneySteps<Step, Answers>,
  param: string | number | undefined,
  answers: Answers,
): Step {
  const asked = kind.flow.stepFromParam(param)
  return asked && canReach(kind, asked, answers) ? asked : kind.flow.firstIncompleteStep(answers)
}

/** Returns the rail's entries and links: screens without questions are done once the person is past them. */
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

/** Returns the search parameters that open a step; with `change` it leads back to the review (design §9.4). */
export function stepSearch(param: string, change = false): StepSearch {
  // A number is unquoted in the URL; the router would quote a string of digits.
  return { step: /^\d$/.test(param) ? Number(param) : param, ...(change && { change: 1 }) }
}
