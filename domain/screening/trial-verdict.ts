import type { TrialFigure } from '#contract/screening/screening.ts'

/** Below this number a percentage says nothing: one more or less found would be two per cent. */
export const LEAST_ASKED = 50

/** Returns whether a line of the test meets its goal, if it has one and was tried often enough to tell. */
export function trialVerdict(figure: TrialFigure): 'met' | 'missed' | 'too_few' | 'no_goal' {
  const { asked, goal, isAlarm } = figure
  if (asked < LEAST_ASKED) return 'too_few'
  if (goal === null) return 'no_goal'
  const share = foundShare(figure)
  return (isAlarm ? share <= goal : share >= goal) ? 'met' : 'missed'
}

/** Returns the percentage found. */
export function foundShare({ found, asked }: TrialFigure): number {
  return asked === 0 ? 0 : (100 * found) / asked
}

/** Whether lists are too small for the test to say anything: hardly any of its lines could be tried often enough. */
export function isTrialTooSmall(figures: readonly TrialFigure[]): boolean {
  const lines = figures.filter(({ isAlarm }) => !isAlarm)
  return lines.length > 0 && lines.every((figure) => trialVerdict(figure) === 'too_few')
}
