import type { DateStyle } from '#contract/date-style.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { CaseStanding, TimePromise } from '#contract/verification/standing.ts'
import type { Case } from '#domain/cases/case.ts'
import { canResubmit } from '#domain/cases/case-view.ts'
import { waitsForEmail } from '#domain/cases/case-waiting.ts'
import { confirmationStanding } from '#domain/cases/confirmation.ts'
import { FINAL_TEXT } from '#domain/cases/decision-reasons.ts'
import { reviewTiming } from '#domain/cases/review-clock.ts'
import { dayText, momentText } from '#domain/date-text.ts'
import { caseBadge } from './case-badges.ts'

/** When a standing is worked out, and how the deployment writes days. */
export interface StandingAt {
  now: Date
  dateStyle: DateStyle
}

export type StandingCase = Pick<Case, 'state' | 'dueAt' | 'confirmBy' | 'round' | 'roundLimit'>

/**
 * Returns a case's standing at `now`: badges, sentence and promised time. Null: none is started. `left` is the number of
 * returned items that are not fixed yet.
 */
export function caseStanding(
  kind: CaseKind,
  current: StandingCase | null,
  at: StandingAt,
  left: number,
): CaseStanding {
  const state = current?.state ?? null
  return {
    kind,
    state,
    account: caseBadge(state, 'account'),
    application: caseBadge(state, 'application'),
    sentence: sentenceOf(kind, current, left),
    isSentAgain: isSentAgain(current),
    promise: current && timePromise(current, at),
  }
}

/** Whether a case was sent more than once; the first time it is all new. */
export function isSentAgain(current: Pick<StandingCase, 'round'> | null): boolean {
  return current !== null && current.round > 1
}

/**
 * Returns the promised time: when the applicant hears, or until when they should confirm; null if nothing is promised.
 */
export function timePromise(
  current: Pick<StandingCase, 'state' | 'dueAt' | 'confirmBy'>,
  { now, dateStyle }: StandingAt,
): TimePromise | null {
  const timing = reviewTiming(current, now)
  if (timing.kind !== 'not_running') {
    const at = momentText(timing.dueAt, dateStyle)
    const isLate = timing.kind === 'overdue'
    return {
      kind: 'answer',
      at: timing.dueAt.toISOString(),
      isLate,
      text: isLate
        ? `We promised you an answer by ${at}. We’re sorry that it’s late: we’ll email you as soon as we’ve decided.`
        : answerBy(timing.dueAt, dateStyle),
    }
  }
  if (current.state !== 'reverification_due' || !current.confirmBy) return null
  const isLate = confirmationStanding(current.confirmBy, now) === 'overdue'
  const day = dayText(current.confirmBy, dateStyle)
  return {
    kind: 'confirm',
    at: current.confirmBy.toISOString(),
    isLate,
    text: isLate ? `We asked you to do this by ${day}. Please do it now.` : `Please do this by ${day}.`,
  }
}

/** Returns the promise made after a submission, the same in pages, mails and notices. */
export function answerBy(dueAt: Date, dateStyle: DateStyle): string {
  return `We’ll email you by ${momentText(dueAt, dateStyle)}.`
}

function sentenceOf(kind: CaseKind, current: StandingCase | null, left: number): string {
  const application = kind === 'business' ? 'your company’s application' : 'your application'
  if (!current) return `You haven’t started ${application} yet.`
  switch (current.state) {
    case 'draft':
      return `Complete ${application} and submit it.`
    case 'withdrawn':
      return `You withdrew ${application}. You can start again.`
    case 'expired':
      return `${capital(application)} has expired. You can start again.`
    case 'submitted':
      return waitsForEmail(current)
        ? `We’ve received ${isSentAgain(current) ? 'the changes to ' : ''}${application}. We’ll start checking it when you confirm your email address.`
        : `We’ve received ${isSentAgain(current) ? 'the changes to ' : ''}${application}. You don’t need to do anything more for it.`
    case 'in_review':
    case 'awaiting_second_approval':
      return `We’re checking ${application}. You don’t need to do anything more for it.`
    case 'needs_resubmission':
      return canResubmit(current)
        ? returnedText(application, left)
        : `Some items in ${application} still need attention. Contact support and we’ll sort it out with you.`
    case 'rejected':
      return `${FINAL_TEXT.wrong} ${FINAL_TEXT.right}`
    case 'approved':
      return kind === 'business' ? 'Your company is verified.' : 'Your identity is verified.'
    case 'reverification_due':
      return 'You’re verified. Confirm that your details are still correct.'
    default:
      return current.state satisfies never
  }
}

function returnedText(application: string, left: number): string {
  if (left === 0) return `You’ve fixed everything in ${application}. Send it to our team to finish.`
  return `We need you to check ${left === 1 ? 'one item' : `${left} items`} in ${application}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
