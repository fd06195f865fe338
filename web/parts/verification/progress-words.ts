import type { VerificationStep } from '#domain/onboarding/verification-progress.ts'

const NUMBERS = ['None', 'One', 'Two', 'Three', 'Four']

/** How far the steps are, in words: "Two of four steps are complete and one is with our team. You have one step left to do." */
export function progressSentence(steps: readonly VerificationStep[]): string {
  const count = (status: VerificationStep['status']) => steps.filter((step) => step.status === status).length
  const completed = count('completed')
  const pending = count('pending')
  const left = count('required')
  if (completed === steps.length) return 'Every step is complete.'
  const total = word(steps.length).toLowerCase()
  const done = `${word(completed)} of ${total} steps ${completed === 1 ? 'is' : 'are'} complete`
  const review = pending > 0 ? ` and ${word(pending).toLowerCase()} is with our team` : ''
  const rest =
    left > 0
      ? `You have ${word(left).toLowerCase()} ${left === 1 ? 'step' : 'steps'} left to do.`
      : 'There is nothing left for you to do now.'
  return `${done}${review}. ${rest}`
}

function word(count: number): string {
  return NUMBERS[count] ?? String(count)
}
