import type {
  CaseState,
  ItemDecision,
  ItemKey,
  KycStatus,
  VerificationStatus,
} from '#contract/verification/cases.ts'
import type { Case, CaseItem } from './case.ts'
import { isEditable } from './case-submission.ts'
import { isWithUs } from './case-waiting.ts'
import { type ApplicantReason, applicantReason } from './decision-reasons.ts'

export interface WireStatuses {
  /** `kyc_status` and `cdd_status`. */
  kycStatus: KycStatus
  verificationStatus: VerificationStatus
  reverificationDue: boolean
}

/** What the applicant sees of one item. Notes and final reasons stay internal. */
export interface ItemForApplicant {
  key: ItemKey
  status: 'open' | 'with_us' | 'accepted' | 'returned'
  reasons: readonly ApplicantReason[]
  canEdit: boolean
}

export type ApplicantNotice =
  | 'submitted'
  | 'resubmitted'
  | 'approved'
  | 'confirmed'
  | 'needs_resubmission'
  | 'rejected'
  | 'reopened'
  | 'reverification_due'
  | 'withdrawn'

const KYC_STATUS: Readonly<Record<CaseState, KycStatus>> = {
  draft: 'pending',
  submitted: 'submitted',
  in_review: 'under_review',
  needs_resubmission: 'rejected',
  awaiting_second_approval: 'under_review',
  approved: 'approved',
  rejected: 'rejected',
  reverification_due: 'approved',
  withdrawn: 'pending',
  expired: 'pending',
}

/** Returns a case's statuses on the wire (choices §3.1). */
export function wireStatuses(state: CaseState): WireStatuses {
  const kycStatus = KYC_STATUS[state]
  const verificationStatus = kycStatus === 'approved' ? 'verified' : kycStatus
  return { kycStatus, verificationStatus, reverificationDue: state === 'reverification_due' }
}

/** Whether people may edit their profile: until one of their verifications is approved (account-admin §4.2). */
export function canEditProfile(caseStates: readonly CaseState[]): boolean {
  return caseStates.every((state) => wireStatuses(state).verificationStatus !== 'verified')
}

/** Whether a case counts as submitted for the progress card: with us, or approved (onboarding §4.5). */
export function isSubmitted(state: CaseState): boolean {
  return isWithUs(state) || KYC_STATUS[state] === 'approved'
}

/** Whether the applicant may submit again without staff reopening the case (cases, A returned case). */
export function canResubmit(current: Pick<Case, 'round' | 'roundLimit'>): boolean {
  return current.round < current.roundLimit
}

/** Returns the items as the applicant sees them: with reasons only if they can correct something. */
export function applicantItems(current: Pick<Case, 'state' | 'items'>): ItemForApplicant[] {
  return current.items.map((item) => {
    const isReturned = current.state === 'needs_resubmission' && item.decision === 'retry'
    return {
      key: item.key,
      status: isReturned ? 'returned' : itemStatus(current.state, item),
      reasons: isReturned ? reasonsFor(item) : [],
      canEdit: isEditable(current, item),
    }
  })
}

const TOLD: Readonly<Record<ItemForApplicant['status'], ItemDecision>> = {
  open: 'pending',
  with_us: 'pending',
  accepted: 'accepted',
  returned: 'retry',
}

/** Returns the decision on each item that the applicant was told; reviewers' unsent marks aren't among them. */
export function decisionsTold(current: Pick<Case, 'state' | 'items'>): ReadonlyMap<ItemKey, ItemDecision> {
  return new Map(applicantItems(current).map(({ key, status }) => [key, TOLD[status]]))
}

/** Returns the items that the applicant may change now; everything else is read-only. */
export function editableItems(current: Pick<Case, 'state' | 'items'>): ItemKey[] {
  return current.items.filter((item) => isEditable(current, item)).map((item) => item.key)
}

/**
 * Returns why the whole case is read-only to its applicant, if it is. A draft is never locked, even before it has
 * items.
 */
export function caseLock(
  state: CaseState,
): { isLocked: false } | { isLocked: true; why: 'verified' | 'rejected' | 'ended' } {
  switch (state) {
    case 'approved':
      return { isLocked: true, why: 'verified' }
    case 'rejected':
      return { isLocked: true, why: 'rejected' }
    case 'withdrawn':
    case 'expired':
      return { isLocked: true, why: 'ended' }
    case 'draft':
    case 'submitted':
    case 'in_review':
    case 'needs_resubmission':
    case 'awaiting_second_approval':
    case 'reverification_due':
      return { isLocked: false }
    default:
      return state satisfies never
  }
}

/**
 * Returns the one mail that a change of state sends, or null if the applicant need not hear about it (cases, What
 * people are told).
 */
export function noticeFor(event: {
  before: CaseState
  after: CaseState
  round: number
  /** Whether its owner confirmed that nothing has changed. */
  isConfirmation?: boolean
}): ApplicantNotice | null {
  const { before, after, round, isConfirmation } = event
  if (before === after) return null
  switch (after) {
    case 'submitted':
      // Coming back from a second approval or a review is no news to the applicant.
      if (before === 'in_review' || before === 'awaiting_second_approval') return null
      return round > 1 ? 'resubmitted' : 'submitted'
    case 'approved':
      // The approval stood all along, so no one is told of a new one.
      return isConfirmation ? 'confirmed' : after
    case 'needs_resubmission':
    case 'rejected':
    case 'reverification_due':
    case 'withdrawn':
      return after
    case 'draft':
      // The applicant started again themselves.
      return before === 'withdrawn' || before === 'expired' ? null : 'reopened'
    case 'in_review':
    case 'awaiting_second_approval':
    case 'expired':
      return null
    default:
      return after satisfies never
  }
}

function reasonsFor(item: CaseItem): ApplicantReason[] {
  const reasons = item.reasons.map((code) => applicantReason(code, item.key, item.text))
  // A reviewer's text is shown once, even if no OTHER carries it.
  if (!item.text || item.reasons.includes('OTHER')) return reasons
  return reasons.map((reason, index) =>
    index === 0 ? { ...reason, right: `${reason.right} ${item.text}` } : reason,
  )
}

/** In a rejected case all items look the same: any difference would hint at the reason. */
function itemStatus(state: CaseState, item: CaseItem): ItemForApplicant['status'] {
  if (state === 'rejected' || isWithUs(state))
    return item.isFinal && state !== 'rejected' ? 'accepted' : 'with_us'
  return item.isFinal ? 'accepted' : 'open'
}
