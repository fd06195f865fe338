import type { StepStanding } from '#contract/verification/standing.ts'

const NUMBERS = ['None', 'One', 'Two', 'Three', 'Four']

/**
 * How far the steps are, in words: "Two of four steps are complete and one is with our team. You have one step left to do."
 * Our team has nothing yet while what was handed in `waitsForEmail`.
 */
export function progressSentence(
  steps: readonly Pick<StepStanding, 'status'>[],
  { waitsForEmail = false }: { waitsForEmail?: boolean } = {},
): string {
  const count = (status: StepStanding['status']) => steps.filter((step) => step.status === status).length
  const completed = count('completed')
  const pending = count('pending')
  if (completed === steps.length) return 'Every step is complete.'
  const total = word(steps.length).toLowerCase()
  const done = `${word(completed)} of ${total} steps ${completed === 1 ? 'is' : 'are'} complete`
  const left = count('required')
  if (pending > 0 && waitsForEmail) {
    const waits = `${done} and ${word(pending).toLowerCase()} waits until you confirm your email address.`
    return left > 0 ? `${waits} ${rest(left, false)}` : waits
  }
  const review = pending > 0 ? ` and ${word(pending).toLowerCase()} is with our team` : ''
  return `${done}${review}. ${rest(left, count('refused') > 0)}`
}

/** After a final refusal no step leads anywhere, so none is called left to do. */
function rest(left: number, isRefused: boolean): string {
  if (isRefused) return 'We couldn’t approve your application, so there is nothing left to do.'
  if (left === 0) return 'There’s nothing left for you to do.'
  return `You have ${word(left).toLowerCase()} ${left === 1 ? 'step' : 'steps'} left to do.`
}

function word(count: number): string {
  return NUMBERS[count] ?? String(count)
}
