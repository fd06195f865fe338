import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Loader from 'lucide-react/icons/loader'
import MailCheck from 'lucide-react/icons/mail-check'
import MailOpen from 'lucide-react/icons/mail-open'
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click'
import Pause from 'lucide-react/icons/pause'
import PencilLine from 'lucide-react/icons/pencil-line'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { CASE_STATES } from '#contract/case-states.ts'
import type { CaseState } from '#contract/cases.ts'
import { caseBadge } from '#domain/standing/case-badges.ts'
import type { IconType } from './badge.tsx'
import { BADGE_ICONS } from './badge-icons.ts'
import type { Family } from './family.ts'

export type StatusLook = { label: string; family: Family; icon: IconType }

/** The words of one kind of status: each look with the received values that mean it. */
export type Vocabulary = {
  looks: readonly (StatusLook & { values: readonly string[] })[]
  /** Shown for null, undefined and ''. */
  absent: StatusLook
}

const UNKNOWN: StatusLook = { label: 'Unknown', family: 'neutral', icon: CircleQuestionMark }
const NOT_STARTED: StatusLook = { label: 'Not Started', family: 'neutral', icon: CircleDashed }
const DRAFT: StatusLook = { label: 'Draft', family: 'neutral', icon: PencilLine }
const PENDING: StatusLook = { label: 'Pending', family: 'yellow', icon: Clock }
const NOT_SELECTED: StatusLook = { label: 'Not Selected', family: 'neutral', icon: CircleDashed }

/** A case as staff read it: the word that its applicant reads, with what staff tell apart behind it. */
export const caseStatus: Vocabulary = {
  absent: caseLook(null),
  looks: CASE_STATES.map((state) => ({ ...caseLook(state), values: [state.replaceAll('_', ' ')] })),
}

function caseLook(state: CaseState | null): StatusLook {
  const { icon, ...badge } = caseBadge(state, 'staff')
  return { ...badge, icon: BADGE_ICONS[icon] }
}

/** One step of the verification progress; a required step shows a Complete button instead of a badge. */
export const stepStatus: Vocabulary = {
  absent: NOT_STARTED,
  looks: [
    { label: 'Complete', family: 'yellow', icon: Clock, values: ['required', 'complete'] },
    { label: 'In Review', family: 'blue', icon: Clock, values: ['pending', 'in review'] },
    { label: 'Completed', family: 'green', icon: CircleCheck, values: ['completed', 'done'] },
  ],
}

export const invoiceStatus: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    { label: 'Paid', family: 'green', icon: CircleCheck, values: ['paid'] },
    { label: 'Open', family: 'blue', icon: ReceiptText, values: ['open'] },
    { ...DRAFT, values: ['draft'] },
    { label: 'Void', family: 'neutral', icon: Ban, values: ['void'] },
    { label: 'Uncollectible', family: 'red', icon: CircleAlert, values: ['uncollectible'] },
    // No statuses of their own: an open invoice whose day has passed, and one that credit notes took off.
    { label: 'Overdue', family: 'red', icon: CircleAlert, values: ['overdue'] },
    { label: 'Credited', family: 'neutral', icon: CornerUpLeft, values: ['credited'] },
  ],
}

/** Client projects. */
export const workStatus: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    { label: 'Completed', family: 'green', icon: CircleCheck, values: ['completed'] },
    { label: 'In Progress', family: 'blue', icon: Loader, values: ['in progress'] },
    { label: 'On Hold', family: 'yellow', icon: Pause, values: ['on hold'] },
    { label: 'Cancelled', family: 'neutral', icon: Ban, values: ['cancelled', 'canceled'] },
  ],
}

export const certificationStatus: Vocabulary = {
  absent: NOT_SELECTED,
  looks: [
    { label: 'Accepted', family: 'green', icon: CircleCheck, values: ['accepted'] },
    { label: 'Certified', family: 'green', icon: CircleCheck, values: ['certified'] },
    { label: 'Pending Acceptance', family: 'yellow', icon: Clock, values: ['pending acceptance', 'pending'] },
    { label: 'Required', family: 'yellow', icon: Clock, values: ['required'] },
    { label: 'Expired', family: 'yellow', icon: Clock, values: ['expired'] },
    { label: 'Not Certified', family: 'neutral', icon: CircleDashed, values: ['not certified'] },
    { ...NOT_SELECTED, values: ['not selected'] },
  ],
}

export const invitationStatus: Vocabulary = {
  absent: PENDING,
  looks: [
    { ...PENDING, values: ['pending'] },
    { label: 'Delivered', family: 'blue', icon: MailCheck, values: ['delivered'] },
    { label: 'Opened', family: 'blue', icon: MailOpen, values: ['opened'] },
    { label: 'Clicked', family: 'blue', icon: MousePointerClick, values: ['clicked'] },
    { label: 'Accepted', family: 'green', icon: CircleCheck, values: ['accepted'] },
    { label: 'Expired', family: 'neutral', icon: Ban, values: ['expired'] },
    { label: 'Unsubscribed', family: 'neutral', icon: Ban, values: ['unsubscribed'] },
    { label: 'Failed', family: 'red', icon: CircleAlert, values: ['failed'] },
    { label: 'Complained', family: 'red', icon: CircleAlert, values: ['complained'] },
  ],
}

/** How someone stands with the sanctions lists, as screened. */
export const screeningOutcome: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    { label: 'Clear', family: 'green', icon: CircleCheck, values: ['clear'] },
    { label: 'Politically Exposed', family: 'yellow', icon: CircleAlert, values: ['exposed'] },
    { label: 'Possible Match', family: 'yellow', icon: CircleQuestionMark, values: ['possible'] },
    { label: 'Strong Match', family: 'red', icon: CircleAlert, values: ['strong'] },
    { label: 'Not Up to Date', family: 'neutral', icon: Clock, values: ['stale'] },
  ],
}

/** How a job that runs by the clock stands. */
export const jobStatus: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    { label: 'Fine', family: 'green', icon: CircleCheck, values: ['fine'] },
    { label: 'Running', family: 'blue', icon: Loader, values: ['running'] },
    { label: 'Not Run Yet', family: 'neutral', icon: CircleDashed, values: ['waiting'] },
    { label: 'Paused', family: 'yellow', icon: Pause, values: ['paused'] },
    { label: 'Late', family: 'red', icon: Clock, values: ['late'] },
    { label: 'Failing', family: 'red', icon: CircleAlert, values: ['failing'] },
  ],
}

/** What people ask about their data, and legal holds, as staff answer them. */
export const dataRequestStatus: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    { label: 'Requested', family: 'yellow', icon: Clock, values: ['requested'] },
    { label: 'Carried Out', family: 'green', icon: CircleCheck, values: ['carried out'] },
    { label: 'Refused', family: 'neutral', icon: Ban, values: ['refused'] },
    { label: 'Withdrawn', family: 'neutral', icon: CornerUpLeft, values: ['withdrawn'] },
    { label: 'Open', family: 'yellow', icon: Clock, values: ['open'] },
    { label: 'Answered', family: 'green', icon: CircleCheck, values: ['answered'] },
    { label: 'Closed', family: 'neutral', icon: CircleCheck, values: ['closed'] },
    { label: 'In Force', family: 'yellow', icon: Pause, values: ['in force'] },
    { label: 'Lifted', family: 'neutral', icon: CircleDashed, values: ['lifted'] },
  ],
}

/** Returns the look of a received value; case, spaces, - and _ make no difference. Unlisted: as received, neutral. */
export function lookOf(vocabulary: Vocabulary, value: string | null | undefined): StatusLook {
  const received = value?.trim() ?? ''
  if (received === '') return vocabulary.absent
  const plain = received.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
  const look = vocabulary.looks.find((candidate) => candidate.values.includes(plain))
  return look ?? { label: received, family: 'neutral', icon: CircleQuestionMark }
}
