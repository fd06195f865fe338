import { isRealDay } from '#contract/text-checks.ts'
import { DUE_STATES } from '#contract/verification/case-states.ts'

// Separate from the schemas: the browser reads these without loading a validation library.

/** Columns that the queue can be sorted by; `promise` is each list's default order. */
export const QUEUE_SORTS = ['promise', 'submitted', 'name', 'state', 'reviewer'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

/** How a case stands against its promise, or `today`: due between now and the end of the day in London. */
export const DUE_FILTERS = [...DUE_STATES, 'today'] as const

/** Whether people had an answer within the promised hours. */
export const PROMISE_ANSWERS = ['kept', 'missed'] as const

/** Whether a text is a range of London days, both included: "2026-03-02..2026-03-08". */
export function isDaysText(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/.test(text) && text.split('..').every(isRealDay)
}
