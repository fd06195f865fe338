import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { reasonLabel } from './reason-labels.ts'

/** What was said with an event: its reasons, then the note of who did it. */
export function eventNote({ reasons, note }: Pick<ReviewCase['events'][number], 'reasons' | 'note'>) {
  return [reasons.map(reasonLabel).join(', '), note].filter(Boolean).join('. ') || null
}
