/** One entry of the rail: the screens that stand under its label; the last one is where its link leads. */
interface RailEntry<Step extends string> {
  label: string
  steps: readonly Step[]
}

export type StepProgress = 'done' | 'current' | 'upcoming'

interface FlowParts<Step extends string, Answers> {
  /** In the order people meet them; the last one is the review, which is never complete. */
  steps: readonly Step[]
  rail: readonly RailEntry<Step>[]
  /** Screens that open by their address alone: the choice of an account says what they say. */
  aside: readonly Step[]
  /** The internal numbers of the specification; a step without one is named in the URL. */
  numbers: Readonly<Partial<Record<Step, number>>>
  /** Written in the URL by name although it has a number (choices §1). */
  named: readonly Step[]
  isComplete: (step: Step, answers: Answers) => boolean
}

/** The order of an onboarding, how its steps are written in the URL, and how far someone is in it. */
export interface StepFlow<Step extends string, Answers> {
  /** The step after one, those aside left out, or null after the last. With `changing`, a Change link leads back to the review (design §9). */
  nextStep: (step: Step, changing?: boolean) => Step | null
  /** The step Back leads to, those aside left out, or null on the first, where Back leaves to `/onboarding`. */
  previousStep: (step: Step) => Step | null
  /** Reads the `step` of the URL: an internal number or the name of a step; null for anything else. */
  stepFromParam: (value: unknown) => Step | null
  /** How a step is written in the URL: its internal number, or its name where it has none or is named. */
  stepParam: (step: Step) => string
  /** Where a step stands in the rail: its label and its number as people see it, from 1. */
  railPosition: (step: Step) => { label: string; number: number; total: number }
  /** Whether a step has everything it asks for. */
  isStepComplete: (step: Step, answers: Answers) => boolean
  /** The step a return visit opens: the first one that is incomplete, review when none does (design §9). */
  firstIncompleteStep: (answers: Answers) => Step
  /** The steps that still lack something, without the review. */
  incompleteSteps: (answers: Answers) => Step[]
  /** How each rail entry stands while `current` is open: done ones link back (design §7). */
  railProgress: (current: Step, answers: Answers) => { label: string; progress: StepProgress }[]
}

/** Makes the flow of one kind of account from its order, its numbers and what completes each of its steps. */
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
