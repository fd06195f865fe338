import type { QueueRow } from '#contract/review/review-queue.ts'

/**
 * What there is to do on a case, in brief: "First time", "Answered: Selfie", "Second approval, asked by Priya
 * Raman".
 */
export function workText({
  state,
  round,
  answered,
  proposedBy,
}: Pick<QueueRow, 'state' | 'round' | 'answered' | 'proposedBy'>): string {
  if (proposedBy) return `Second approval, asked by ${proposedBy}`
  if (answered.length > 0) return `Answered: ${answered.join(', ')}`
  if (state === 'submitted' || state === 'in_review') return round > 1 ? `Round ${round}` : 'First time'
  return round > 1 ? `Round ${round}` : ''
}
