import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import MailCheck from 'lucide-react/icons/mail-check'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { Invoice } from '#contract/invoices.ts'
import { formatMoney } from '#contract/money.ts'
import type { NextAction } from '#domain/onboarding/next-action.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { paths } from '#web/lib/paths.ts'
import { dueDateText, invoiceTitle, isLate } from '#web/parts/invoices/invoice-words.ts'
import { invoicesPlace } from '#web/parts/invoices/invoices-place.ts'
import { type OwnCase, waitsForReviewer } from '#web/parts/verification/own-case.ts'
import { stepTask } from '#web/parts/verification/step-task.ts'
import type { Verification } from '#web/parts/verification/use-verification.ts'
import type { IconType } from '#web/ui/badge.tsx'
import type { Family } from '#web/ui/family.ts'
import type { Profile } from '../queries.ts'

interface Facts {
  profile: Pick<Profile, 'email'>
  verification: Extract<Verification, { kind: 'loaded' }>
  own: OwnCase | null
  /** Those that can be paid, newest first. */
  invoices: readonly Invoice[]
  now: Date
}

export interface ActionWords {
  title: string
  text: string
  action: string
  place: { to: string; search?: Record<string, string | undefined> }
  family: Family
  icon: IconType
  /** Nothing has to be done: the way on is offered, not asked for. */
  isQuiet?: true
}

/** What the dashboard says of the next action, and where it leads. */
export function wordsOf(action: NextAction, facts: Facts): ActionWords {
  const { profile, verification, own } = facts
  switch (action.kind) {
    case 'mend':
      return {
        title: 'Put right what came back',
        text: `Our team needs another look at: ${itemsToMend(own)}. Everything else has been accepted.`,
        action: 'Correct and submit again',
        place: { to: own?.kind === 'business' ? paths.businessOnboarding() : paths.consumerOnboarding() },
        family: 'red',
        icon: CircleAlert,
      }
    case 'step':
      return {
        title: action.step.label,
        text: stepTask(action.step.id, verification),
        action: `Complete ${action.step.label}`,
        place: { to: action.step.href },
        family: 'yellow',
        icon: FilePenLine,
      }
    case 'reconfirm':
      return {
        title: 'Confirm your details',
        text: own?.text ?? 'Some of your details are due for a new look.',
        action: 'See what is due',
        place: { to: paths.confirmDetails() },
        family: 'yellow',
        icon: FilePenLine,
      }
    case 'renew':
      return {
        title: 'Renew your investor statement',
        text: `It ends on ${formatDate(verification.status?.investorStatement?.expiresAt)}. Signing it again takes about 5 minutes.`,
        action: 'Renew it now',
        place: { to: paths.traderCertification() },
        family: 'yellow',
        icon: FilePenLine,
      }
    case 'pay':
      return payment(facts)
    case 'confirm_email':
      return {
        title: 'Confirm your email address',
        text: `Follow the link in our email to ${profile.email ?? 'your address'}, or ask for a new one.`,
        action: 'Go to your email',
        place: { to: paths.profile(), search: { tab: 'edit' } },
        family: 'yellow',
        icon: MailCheck,
      }
    case 'wait':
      return {
        title: 'Nothing to do now',
        text: `${own?.text ?? 'Your application is with our team.'}${dueSentence(own)}`,
        action: 'Follow your verification',
        place: { to: paths.verification() },
        family: 'blue',
        icon: Clock,
        isQuiet: true,
      }
    case 'refused':
      return {
        title: own?.label ?? 'Not approved',
        text: own?.text ?? '',
        action: 'See your verification',
        place: { to: paths.verification() },
        family: 'red',
        icon: CircleX,
        isQuiet: true,
      }
    case 'nothing':
      return {
        title: 'You are all set',
        text: 'Every step is complete. The marketplace opens to verified accounts first.',
        action: 'See the marketplace',
        place: { to: paths.marketplace() },
        family: 'green',
        icon: BadgeCheck,
        isQuiet: true,
      }
    default:
      return action satisfies never
  }
}

function itemsToMend(own: OwnCase | null): string {
  const labels = own?.items.filter(({ decision }) => decision === 'retry').map(({ label }) => label) ?? []
  return labels.join(', ') || 'your application'
}

function dueSentence(own: OwnCase | null): string {
  return own?.dueAt && waitsForReviewer(own) ? ` You will hear from us by ${formatDateTime(own.dueAt)}.` : ''
}

/** The one that is due first; without a due date an invoice comes last. */
function payment({ invoices, now }: Facts): ActionWords {
  const [first] = invoices.toSorted(
    (one, other) => (one.due_date ?? Number.POSITIVE_INFINITY) - (other.due_date ?? Number.POSITIVE_INFINITY),
  )
  const others = invoices.length - 1
  const more =
    others > 0 ? ` ${others === 1 ? 'One more invoice is' : `${others} more invoices are`} open.` : ''
  return {
    title: first ? `Pay ${invoiceTitle(first)}` : 'Pay your invoices',
    text: first
      ? `${formatMoney(first.amount_due, first.currency)}${dueWords(first, now)}.${more}`
      : more.trim(),
    action: 'Go to your invoices',
    place: invoicesPlace(),
    family: first && isLate(first, now) ? 'red' : 'blue',
    icon: ReceiptText,
  }
}

function dueWords(invoice: Invoice, now: Date): string {
  if (!invoice.due_date) return ''
  return `, ${isLate(invoice, now) ? 'overdue since' : 'due'} ${dueDateText(invoice.due_date)}`
}
