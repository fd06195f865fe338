import type { ErrorCode } from '#contract/errors.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import type { ActingUser } from '#domain/roles/acting-user.ts'
import type { RefusalReason, Transition } from './case.ts'

/** Shown to a verified user who tries to change something (security A06). */
const PROFILE_LOCKED_MESSAGE = 'Your profile is verified and cannot be edited. Contact support for changes.'

/** Shown to an applicant who tries to change what a reviewer is looking at. */
export const HELD_TEXT =
  'A reviewer is checking your application, so you can’t change your documents now. Wait for our answer, or withdraw your application, change it and submit it again.'

/** Why an applicant can't do something in these states, which a page that was left open may still offer. */
const APPLICANTS_TEXT: Partial<Record<CaseState, string>> = {
  rejected: 'We couldn’t approve your application, so it can’t be changed any more.',
  withdrawn: 'You withdrew this application. Start again to change it.',
  expired: 'This application has expired. Start again to change it.',
}

export type Refusal = Extract<Transition, { ok: false }>

/**
 * Returns the wire code and the message for a refused command (choices §8; security A06: a verified case is locked).
 */
export function refusalError(refusal: Refusal, actor: ActingUser): { code: ErrorCode; message: string } {
  const { from, why } = refusal
  const isVerified = from === 'approved' || from === 'reverification_due'
  if (actor.kind === 'user' && isVerified && (why.code === 'illegal_move' || why.code === 'item_read_only')) {
    return { code: 'PROFILE_LOCKED', message: PROFILE_LOCKED_MESSAGE }
  }
  if (actor.kind === 'user' && why.code === 'illegal_move')
    return {
      code: codeOf(why),
      message: APPLICANTS_TEXT[from] ?? 'This isn’t possible now. Reload the page.',
    }
  return { code: codeOf(why), message: messageOf(refusal) }
}

function codeOf(why: RefusalReason): ErrorCode {
  switch (why.code) {
    case 'not_permitted':
    case 'own_case':
    case 'super_admin_required':
    case 'same_person':
      return 'FORBIDDEN'
    case 'stale_version':
      return 'STALE_VERSION'
    case 'unknown_item':
    case 'reason_missing':
    case 'reason_misfit':
    case 'text_required':
    case 'note_required':
      return 'VALIDATION_ERROR'
    case 'illegal_move':
    case 'claimed_by_other':
    case 'reviewer_is_applicant':
    case 'items_undecided':
    case 'evidence_missing':
    case 'not_reviewed':
    case 'nothing_to_confirm':
    case 'held_by_reviewer':
    case 'item_read_only':
    case 'same_file':
    case 'items_not_corrected':
    case 'rounds_exhausted':
      return 'INVALID_STATE'
    default:
      return why satisfies never
  }
}

function messageOf({ from, to, why }: Refusal): string {
  switch (why.code) {
    case 'not_permitted':
      return 'You are not allowed to do this.'
    case 'own_case':
      return 'You can’t decide on your own case.'
    case 'reviewer_is_applicant':
      return 'You can’t review your own case.'
    case 'super_admin_required':
      return 'Only a super admin can approve when evidence is missing.'
    case 'same_person':
      return 'A second person must confirm this approval.'
    case 'stale_version':
      return 'This case has changed since you opened it. Reload it before you decide.'
    case 'unknown_item':
      return 'This item isn’t part of this case.'
    case 'reason_missing':
      return 'Choose at least one reason.'
    case 'reason_misfit':
      return 'This reason does not apply to this item.'
    case 'text_required':
      return 'Write what is wrong.'
    case 'note_required':
      return 'Write a note that explains the override.'
    case 'illegal_move':
      return `A case cannot go from ${words(from)} to ${words(to)}.`
    case 'claimed_by_other':
      return 'Another reviewer is working on this case.'
    case 'items_undecided':
      return 'Decide every item first.'
    case 'evidence_missing':
      return 'Required evidence is missing or out of date.'
    case 'not_reviewed':
      return 'Some items can’t be accepted yet.'
    case 'nothing_to_confirm':
      return 'There is no proposed approval.'
    case 'held_by_reviewer':
      return HELD_TEXT
    case 'item_read_only':
      return 'This has been accepted and cannot be changed.'
    case 'same_file':
      return 'We already asked you to replace this file. Upload a different one.'
    case 'items_not_corrected':
      return 'Replace every document we asked for, then submit again.'
    case 'rounds_exhausted':
      return `You have submitted ${why.rounds} times. Contact support to continue.`
    default:
      return why satisfies never
  }
}

function words(state: string): string {
  return state.replaceAll('_', ' ')
}
