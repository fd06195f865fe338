// Apart from the schemas: the browser lists these without a library to check them.

/** Consumers and businesses share one model. */
export const CASE_KINDS = ['consumer', 'business'] as const

/** The states a case is stored in. */
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

/** The states in which reviewers are waited for: what the queue holds unless another state is asked for. */
export const OPEN_STATES = [
  'submitted',
  'in_review',
  'awaiting_second_approval',
] as const satisfies (typeof CASE_STATES)[number][]

/** The states a list of cases may be asked for; drafts are not for staff to read. */
export const QUEUE_STATES = [
  ...OPEN_STATES,
  'needs_resubmission',
  'approved',
  'rejected',
  'reverification_due',
  'withdrawn',
  'expired',
] as const satisfies (typeof CASE_STATES)[number][]

/** What users are narrowed by: how a verification stands, or that there is none. */
export const USER_STANDINGS = [...CASE_STATES, 'none'] as const

/** How a case stands against its promise, the most urgent first (cases, Time). */
export const DUE_STATES = ['overdue', 'due_soon', 'on_time'] as const
