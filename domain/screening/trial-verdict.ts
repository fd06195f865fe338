import type { TrialFigure } from '#contract/screening/screening.ts'

/** Of fewer than this a share says nothing: one more or less found would be two per cent. */
export const LEAST_ASKED = 50

/** Whether a line of the test meets its goal, or was asked too few times to tell. */
export function trialVerdict(figure: TrialFigure): 'met' | 'missed' | 'too_few' {
  const { asked, goal, isAlarm } = figure
  if (asked < LEAST_ASKED) return 'too_few'
  const share = foundShare(figure)
  return (isAlarm ? share <= goal : share >= goal) ? 'met' : 'missed'
}

/** In per cent, how many of those asked about were found. */
export function foundShare({ found, asked }: TrialFigure): number {
  return asked === 0 ? 0 : (100 * found) / asked
}

/** Whether lists are too small for the test to say anything: hardly any of its lines could be asked often enough. */
export function isTrialTooSmall(figures: readonly TrialFigure[]): boolean {
  const lines = figures.filter(({ isAlarm }) => !isAlarm)
  return lines.length > 0 && lines.every((figure) => trialVerdict(figure) === 'too_few')
}
