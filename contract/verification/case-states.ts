// Separate from the schemas: the browser lists these without loading a validation library.

/** Consumers and businesses share one model. */
export const CASE_KINDS = ['consumer', 'business'] as const

/** The stored states of a case. */
export const CASE_STATES = [
  'draft',
  'submitted',
  'in_review',
  'needs_resubmission',
  'awaiting_second_approval',
  'approved',
  'rejected',
  'reverification_due',
  'withdrawn',
  'expired',
] as const

/** The states that wait for reviewers: what the queue holds unless another state is requested. */
export const OPEN_STATES = [
  'submitted',
  'in_review',
  'awaiting_second_approval',
] as const satisfies (typeof CASE_STATES)[number][]

/** The states that a list of cases can be filtered by; drafts are not for staff to read. */
export const QUEUE_STATES = [
  ...OPEN_STATES,
  'needs_resubmission',
  'approved',
  'rejected',
  'reverification_due',
  'withdrawn',
  'expired',
] as const satisfies (typeof CASE_STATES)[number][]

/** Filter of the users: a verification's state, or `none`. */
export const USER_STANDINGS = [...CASE_STATES, 'none'] as const

/** How a case stands against its promise, the most urgent first (cases, The promise). */
export const DUE_STATES = ['overdue', 'due_soon', 'on_time'] as const
