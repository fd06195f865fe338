import type { CaseKind, CaseState } from '#contract/verification/cases.ts'
import type { CaseStanding, NextStep, StepStanding } from '#contract/verification/standing.ts'
import { correctionPath } from '#domain/cases/case-notice-text.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { NOW_OR_LATER } from '#domain/onboarding/user-type.ts'

/** What the next step depends on. */
export interface NextFacts {
  steps: readonly StepStanding[]
  /** The state of the leading case. */
  caseState: CaseState | null
  /** Whether a returned case can be submitted again; after the last round only staff can reopen it. */
  canResubmit: boolean
  /** Whether an investor statement ends soon; one that has ended is a required step. */
  statementEndsSoon: boolean
  /** The number of invoices that can be paid. */
  unpaid: number
  emailConfirmed: boolean
  /** Whether the case is held until the email is confirmed. */
  waitsForEmail: boolean
  /** Whether mail to the confirmed address bounced. */
  emailBounced: boolean
  /** The account's other verification, if it was started and not sent. */
  started: CaseKind | null
}

export type NextAction =
  | {
      kind:
        | 'fix'
        | 'contact_support'
        | 'reconfirm'
        | 'renew'
        | 'pay'
        | 'confirm_email'
        | 'check_email'
        | 'wait'
        | 'refused'
        | 'nothing'
    }
  | { kind: 'step'; step: StepStanding }
  /** The account's other verification. */
  | { kind: 'continue'; of: CaseKind }
  /** Everything left can't be done yet. */
  | { kind: 'later'; step: StepStanding }

/**
 * Returns the one thing a person should do next: first anything returned, then the verification in order, what ends
 * soon, what is owed, their email, and an application of the other kind that they started. If there is nothing, whether they wait or are done. After a final rejection
 * nothing of the verification is asked for.
 */
export function nextAction(facts: NextFacts): NextAction {
  const { steps, caseState, statementEndsSoon, unpaid } = facts
  if (caseState === 'rejected') return { kind: unpaid > 0 ? 'pay' : 'refused' }
  if (caseState === 'needs_resubmission') return { kind: facts.canResubmit ? 'fix' : 'contact_support' }
  // Nothing else gets them an answer sooner.
  if (facts.waitsForEmail) return { kind: 'confirm_email' }
  const required = steps.filter(({ status }) => status === 'required')
  const open = required.filter(({ opensAt }) => opensAt === null)
  // A withdrawn or expired application is started again first: the rest can be submitted with it.
  const again = hasEnded(caseState) && open.find(({ id }) => id === 'identity_verification')
  const step = again || open[0]
  if (step) return { kind: 'step', step }
  if (caseState === 'reverification_due') return { kind: 'reconfirm' }
  // Someone who no longer trades or invests may let a statement end.
  if (statementEndsSoon && steps.some(({ id }) => id === 'trader_certification')) return { kind: 'renew' }
  if (unpaid > 0) return { kind: 'pay' }
  if (!facts.emailConfirmed) return { kind: 'confirm_email' }
  if (facts.emailBounced) return { kind: 'check_email' }
  if (facts.started) return { kind: 'continue', of: facts.started }
  if (required[0]) return { kind: 'later', step: required[0] }
  return { kind: isWithUs(caseState) ? 'wait' : 'nothing' }
}

/** What the text of the next step is made from. */
export interface NextStepDetails {
  standing: CaseStanding
  /** The names of the returned items that are not fixed yet, and whether others are. */
  toFix: { left: readonly string[]; hasFixed: boolean }
  /** When the investor statement ends, or ended, as text. */
  statementEnds: string | null
  statementHasEnded: boolean
  /** When the investor questions open again, as text; null while they are open. */
  questionsOpen: string | null
  /** The invoice due first, as text, and how many more are open. */
  invoice: {
    id: string
    title: string
    amount: string
    due: string | null
    isLate: boolean
    others: number
  } | null
  email: string | null
  supportEmail: string
  complaintsEmail: string
}

/** The next step of an application that ended without a decision, the same on every page. */
export const START_AGAIN = {
  title: 'Start again',
  text: 'Check what you gave us, change what you like, and send it again.',
  action: 'Start again',
}

/** Returns what is said of an application that was started and not sent, besides the one that the account shows. */
export function continuing(kind: CaseKind) {
  return {
    title: kind === 'business' ? 'Continue your company’s application' : 'Continue your own application',
    text: 'You’ve started it. Your answers are saved, and nothing is sent yet.',
    action: 'Continue',
    href: correctionPath(kind),
  }
}

/** Whether a case ended without a decision, so that it can be started again. */
export function hasEnded(state: CaseState | null): boolean {
  return state === 'withdrawn' || state === 'expired'
}

/** Returns the text of the next action, and where it leads. */
export function nextStep(action: NextAction, details: NextStepDetails): NextStep {
  const { standing } = details
  switch (action.kind) {
    case 'fix':
      return fixing(details)
    case 'contact_support':
      return {
        kind: 'contact_support',
        title: 'Contact support',
        text: standing.sentence,
        action: 'Contact Support',
        href: `mailto:${details.supportEmail}`,
        family: 'red',
        icon: 'circle-alert',
        isQuiet: false,
      }
    case 'step':
      if (action.step.id === 'identity_verification' && hasEnded(standing.state))
        return {
          kind: 'step',
          ...START_AGAIN,
          text: sentences(standing.sentence, START_AGAIN.text),
          href: correctionPath(standing.kind),
          startsAgain: standing.kind,
          family: 'yellow',
          icon: 'file-pen-line',
          isQuiet: false,
        }
      return {
        kind: 'step',
        title: action.step.label,
        text: taskOf(action.step, details),
        action: `Complete ${action.step.label}`,
        href: action.step.href,
        family: 'yellow',
        icon: 'file-pen-line',
        isQuiet: false,
      }
    case 'later':
      return {
        kind: 'later',
        title: action.step.label,
        text: taskOf(action.step, details),
        action: 'Follow your verification',
        href: '/verification',
        family: 'blue',
        icon: 'clock',
        isQuiet: true,
      }
    case 'continue':
      return {
        kind: 'continue',
        ...continuing(action.of),
        family: 'yellow',
        icon: 'file-pen-line',
        isQuiet: false,
      }
    case 'reconfirm':
      return {
        kind: 'reconfirm',
        title: 'Confirm your details',
        text: sentences(standing.sentence, standing.promise?.text),
        action: 'Confirm your details',
        href: '/verification/confirm',
        family: 'yellow',
        icon: 'file-pen-line',
        isQuiet: false,
      }
    case 'renew':
      return {
        kind: 'renew',
        title: 'Renew your investor statement',
        text: `It ends on ${details.statementEnds}. Renewing it takes about 5 minutes.`,
        action: 'Renew it now',
        href: '/trader-certification',
        family: 'yellow',
        icon: 'file-pen-line',
        isQuiet: false,
      }
    case 'pay':
      return payment(details.invoice)
    case 'confirm_email':
      return {
        kind: 'confirm_email',
        title: 'Confirm your email address',
        text: `Follow the link in our email to ${details.email ?? 'your address'}, or ask for a new one.`,
        action: 'Go to your email',
        href: '/profile?tab=edit',
        family: 'yellow',
        icon: 'mail-check',
        isQuiet: false,
      }
    case 'check_email':
      return {
        kind: 'check_email',
        title: 'Check your email address',
        text: `Our email to ${details.email ?? 'your address'} bounced. Correct the address, or send a link to it if it’s right.`,
        action: 'Go to your email',
        href: '/profile?tab=edit',
        family: 'yellow',
        icon: 'mail-check',
        isQuiet: false,
      }
    case 'wait':
      return {
        kind: 'wait',
        title: 'Nothing to do right now',
        text: sentences(standing.sentence, standing.promise?.text),
        action: 'Follow your verification',
        href: '/verification',
        family: 'blue',
        icon: 'clock',
        isQuiet: true,
      }
    case 'refused':
      return {
        kind: 'refused',
        title: standing.application.label,
        text: standing.sentence,
        action: 'Make a complaint',
        href: `mailto:${details.complaintsEmail}`,
        family: 'red',
        icon: 'circle-x',
        isQuiet: true,
      }
    case 'nothing':
      return {
        kind: 'nothing',
        title: 'You’re all set',
        text: 'Every step is complete. Verified accounts get into the marketplace first.',
        action: 'See the marketplace',
        href: '/marketplace',
        family: 'green',
        icon: 'badge-check',
        isQuiet: true,
      }
    default:
      return action satisfies never
  }
}

function taskOf(
  { id }: StepStanding,
  { standing, statementHasEnded, statementEnds, questionsOpen }: NextStepDetails,
) {
  return stepTask(id, {
    isCompany: standing.kind === 'business',
    endedOn: statementHasEnded ? statementEnds : null,
    opensAt: questionsOpen,
  })
}

function fixing({ standing, toFix: { left, hasFixed } }: NextStepDetails): NextStep {
  const look = { kind: 'fix', family: 'red', icon: 'circle-alert', isQuiet: false } as const
  if (left.length === 0)
    return {
      ...look,
      title: 'Submit your application again',
      text: 'You’ve fixed everything we asked for. Send it to our team to finish.',
      action: 'Send for review',
      href: `${correctionPath(standing.kind)}?step=review`,
    }
  const rest = hasFixed ? 'You’ve fixed the rest.' : 'We’ve accepted everything else.'
  return {
    ...look,
    title: left.length === 1 ? 'Fix 1 item' : `Fix ${left.length} items`,
    text: `${left.join(', ')}. ${rest}`,
    action: 'Correct and submit again',
    href: correctionPath(standing.kind),
  }
}

function payment(invoice: NextStepDetails['invoice']): NextStep {
  const others = invoice?.others ?? 0
  const more =
    others > 0 ? ` ${others === 1 ? 'One more invoice is' : `${others} more invoices are`} open.` : ''
  const due = invoice?.due ? `, ${invoice.isLate ? 'overdue since' : 'due'} ${invoice.due}` : ''
  return {
    kind: 'pay',
    title: invoice ? `Pay ${invoice.title}` : 'Pay your invoices',
    text: invoice ? `${invoice.amount}${due}.${more}` : 'You have an open invoice.',
    action: 'Go to your invoices',
    href: '/profile?tab=invoices',
    ...(invoice && { invoiceId: invoice.id }),
    family: invoice?.isLate ? 'red' : 'blue',
    icon: 'receipt-text',
    isQuiet: false,
  }
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}

/**
 * Returns what to do in a step that is still required, and how long it takes. `endedOn`: when an earlier statement
 * ended; `opensAt`: when the step opens, as text, if it isn't open yet.
 */
export function stepTask(
  id: StepStanding['id'],
  { isCompany, endedOn, opensAt }: { isCompany: boolean; endedOn: string | null; opensAt: string | null },
): string {
  switch (id) {
    case 'risk_disclosure':
      return 'Read and accept the risk disclosure. About 3 minutes.'
    case 'user_classification':
      return 'Tell us what you want to do. About 1 minute.'
    case 'trader_certification':
      if (opensAt) return `Your answers didn’t meet a category twice. You can try again from ${opensAt}.`
      return endedOn
        ? `Your statement ended on ${endedOn}. Sign a new one to trade or invest. About 5 minutes.`
        : `${NOW_OR_LATER} About 5 minutes.`
    case 'identity_verification':
      return isCompany
        ? 'Your company, its owners and its representatives. About 15 minutes.'
        : 'Your details, an ID document, a selfie and a proof of address. About 10 minutes.'
    default:
      return id satisfies never
  }
}
