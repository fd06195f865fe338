import { isRealDay } from '#contract/text-checks.ts'
import { DUE_STATES } from '#contract/verification/case-states.ts'

// Apart from the schemas: the browser reads these without a library to check them.

/** What the queue can be sorted by, column by column: the promise is the order of each list itself. */
export const QUEUE_SORTS = ['promise', 'submitted', 'name', 'state', 'reviewer'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

/** How a case stands against its promise, or that it runs out today: from now on, by the day in London. */
export const DUE_FILTERS = [...DUE_STATES, 'today'] as const

/** Whether people heard within the promised hours. */
export const PROMISE_ANSWERS = ['kept', 'missed'] as const

/** Whether a text names days in London, both included: "2026-03-02..2026-03-08". */
export function isDaysText(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/.test(text) && text.split('..').every(isRealDay)
}
