/** One entry of the rail: the screens under its label; its link leads to the last one. */
interface RailEntry<Step extends string> {
  label: string
  steps: readonly Step[]
}

export type StepProgress = 'done' | 'current' | 'upcoming'

interface FlowParts<Step extends string, Answers> {
  /** In order; the last one is the review, which is never complete. */
  steps: readonly Step[]
  rail: readonly RailEntry<Step>[]
  /** Screens that open only through their URL: the choice of an account already says what they say. */
  aside: readonly Step[]
  /** The specification's internal numbers; a step without one is named in the URL. */
  numbers: Readonly<Partial<Record<Step, number>>>
  /** Steps named in the URL although they have a number (onboarding §2.2). */
  named: readonly Step[]
  isComplete: (step: Step, answers: Answers) => boolean
}

/** The order of an onboarding, how its steps appear in the URL, and how far someone has got. */
export interface StepFlow<Step extends string, Answers> {
  /**
   * Returns the next step, without those aside, or null after the last. With `changing`, because a Change link was
   * followed, it leads back to the review (design §9.4).
   */
  nextStep: (step: Step, changing?: boolean) => Step | null
  /**
   * Returns the step that Back leads to, without those aside, or null on the first, where Back leads to
   * `/onboarding`.
   */
  previousStep: (step: Step) => Step | null
  /** Reads the URL's `step`: an internal number or a step's name; null for anything else. */
  stepFromParam: (value: unknown) => Step | null
  /** Returns a step for the URL: its internal number, or its name if it has none or is named. */
  stepParam: (step: Step) => string
  /** Returns a step's place in the rail: its label and displayed number, from 1. */
  railPosition: (step: Step) => { label: string; number: number; total: number }
  /** Whether a step has everything it asks for. */
  isStepComplete: (step: Step, answers: Answers) => boolean
  /**
   * Returns the step that a return visit opens: the first incomplete one, or review if there is none (design
   * §9.2).
   */
  firstIncompleteStep: (answers: Answers) => Step
  /** Returns the steps that still lack something, without the review. */
  incompleteSteps: (answers: Answers) => Step[]
  /** Returns each rail entry's progress while `current` is open: done ones link back (design §7.6). */
  railProgress: (current: Step, answers: Answers) => { label: string; progress: StepProgress }[]
}

/** Returns the flow of one account type from its order, its numbers and what completes each of its steps. */
export function stepFlow<Step extends string, Answers>(
  parts: FlowParts<Step, Answers>,
): StepFlow<Step, Answers> {
  const { steps, rail, numbers, aside, isComplete } = parts
  const isMet = (step: Step) => !aside.includes(step)
  const review = steps.at(-1)
  if (!review) throw new RangeError('A flow has at least one step')
  const numberOf = (step: Step) => (numbers[step] === undefined ? null : String(numbers[step]))
  const stepParam = (step: Step) => (parts.named.includes(step) ? step : (numberOf(step) ?? step))
  const incompleteSteps = (answers: Answers) =>
    steps.filter((step) => step !== review && isMet(step) && !isComplete(step, answers))
  return {
    nextStep: (step, changing = false) =>
      changing && step !== review ? review : (steps.slice(steps.indexOf(step) + 1).find(isMet) ?? null),
    previousStep: (step) => steps.slice(0, steps.indexOf(step)).findLast(isMet) ?? null,
    stepFromParam(value) {
      const text = typeof value === 'number' ? String(value) : value
      if (typeof text !== 'string') return null
      return steps.find((step) => step === text || numberOf(step) === text) ?? null
    },
    stepParam,
    railPosition(step) {
      const index = rail.findIndex((entry) => entry.steps.includes(step))
      return { label: rail[index]?.label ?? '', number: index + 1, total: rail.length }
    },
    isStepComplete: isComplete,
    firstIncompleteStep: (answers) => incompleteSteps(answers)[0] ?? review,
    incompleteSteps,
    railProgress: (current, answers) =>
      rail.map(({ label, steps: own }) => {
        if (own.includes(current)) return { label, progress: 'current' }
        return { label, progress: own.every((step) => isComplete(step, answers)) ? 'done' : 'upcoming' }
      }),
  }
}
