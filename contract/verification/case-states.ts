// Apart from the schemas: the browser lists these without a library to check them.

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

/** What users are narrowed by: how a verification stands, or that there is none. */
export const USER_STANDINGS = [...CASE_STATES, 'none'] as const
