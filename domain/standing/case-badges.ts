import type { BadgeLook } from '#contract/badge.ts'
import type { AdminStatus, CaseState } from '#contract/verification/cases.ts'

/**
 * Where a badge is shown: `account` is about the person, `application` about the submission, `staff` about the queue.
 */
export type BadgePlace = 'account' | 'application' | 'staff'

const NOT_STARTED: BadgeLook = { label: 'Not Started', family: 'neutral', icon: 'circle-dashed' }
const PENDING_SUBMISSION: BadgeLook = { label: 'Pending Submission', family: 'yellow', icon: 'clock' }
const SUBMITTED: BadgeLook = { label: 'Submitted', family: 'blue', icon: 'send' }
const UNDER_REVIEW: BadgeLook = { label: 'Under Review', family: 'blue', icon: 'search-check' }
const ACTION_REQUIRED: BadgeLook = { label: 'Action Required', family: 'red', icon: 'circle-alert' }
const APPROVED: BadgeLook = { label: 'Approved', family: 'green', icon: 'circle-check' }
const NOT_APPROVED: BadgeLook = { label: 'Not approved', family: 'red', icon: 'circle-x' }

/**
 * The label for each state. It is the same everywhere, except where the specification quotes another for the account.
 */
const APPLICATION: Readonly<Record<CaseState, BadgeLook>> = {
  draft: PENDING_SUBMISSION,
  submitted: SUBMITTED,
  in_review: UNDER_REVIEW,
  needs_resubmission: ACTION_REQUIRED,
  awaiting_second_approval: UNDER_REVIEW,
  approved: APPROVED,
  rejected: NOT_APPROVED,
  reverification_due: APPROVED,
  withdrawn: PENDING_SUBMISSION,
  expired: PENDING_SUBMISSION,
}

/** The account's own labels where they differ; colour and icon stay the same. */
const ACCOUNT_TEXT: Readonly<Partial<Record<CaseState, string>>> = {
  draft: 'Pending Verification',
  approved: 'Verified',
  rejected: 'Verification Failed',
  reverification_due: 'Verified',
}

/** Details that only staff see after the label. */
const STAFF_DETAILS: Readonly<Partial<Record<CaseState, string>>> = {
  awaiting_second_approval: 'second approval',
  reverification_due: 'confirmation due',
  withdrawn: 'withdrawn',
  expired: 'expired',
}

/** Returns the badge of a case in a state; null if none is started. */
export function caseBadge(state: CaseState | null, place: BadgePlace): BadgeLook {
  if (state === null) return place === 'application' ? PENDING_SUBMISSION : NOT_STARTED
  const badge = APPLICATION[state]
  if (place === 'account') return { ...badge, label: ACCOUNT_TEXT[state] ?? badge.label }
  const detail = place === 'staff' ? STAFF_DETAILS[state] : undefined
  return detail ? { ...badge, label: `${badge.label} (${detail})` } : badge
}

const SETTABLE: Readonly<Record<AdminStatus, string>> = {
  pending: 'Pending',
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** Returns the drop-down's label for each status that it sets. */
export function settableLabel(status: AdminStatus): string {
  return SETTABLE[status]
}

const SET_BY: Readonly<Record<CaseState, AdminStatus | null>> = {
  draft: 'pending',
  submitted: 'submitted',
  in_review: null,
  needs_resubmission: null,
  awaiting_second_approval: null,
  approved: 'approved',
  rejected: 'rejected',
  reverification_due: 'approved',
  withdrawn: 'pending',
  expired: 'pending',
}

/**
 * Returns the status selected in the drop-down; null if the case is in none of the four, so that only its badge shows
 * it.
 */
export function settableStatus(state: CaseState): AdminStatus | null {
  return SET_BY[state]
}
