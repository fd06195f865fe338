// Separate from the schemas: the browser reads these without loading a validation library.

/** How a case can be decided; the same case can be decided several times, also on one day. */
export const DECISION_OUTCOMES = ['approved', 'returned', 'rejected'] as const
export type DecidedAs = (typeof DECISION_OUTCOMES)[number]

/** The outcomes as the staff home’s figures and their list call them. */
export const OUTCOME_LABELS: Readonly<Record<DecidedAs, string>> = {
  approved: 'Approved',
  returned: 'Sent back',
  rejected: 'Rejected',
}
