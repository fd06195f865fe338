import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Loader from 'lucide-react/icons/loader'
import MailCheck from 'lucide-react/icons/mail-check'
import MailOpen from 'lucide-react/icons/mail-open'
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click'
import Pause from 'lucide-react/icons/pause'
import PencilLine from 'lucide-react/icons/pencil-line'
import ReceiptText from 'lucide-react/icons/receipt-text'
import SearchCheck from 'lucide-react/icons/search-check'
import Send from 'lucide-react/icons/send'
import UsersRound from 'lucide-react/icons/users-round'
import type { IconType } from './badge.tsx'
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
const UNDER_REVIEW: StatusLook = { label: 'Under Review', family: 'blue', icon: SearchCheck }
const DRAFT: StatusLook = { label: 'Draft', family: 'neutral', icon: PencilLine }
const PENDING: StatusLook = { label: 'Pending', family: 'yellow', icon: Clock }
const NOT_SELECTED: StatusLook = { label: 'Not Selected', family: 'neutral', icon: CircleDashed }

/** Individual and business verification: profile header, lists, administration. */
export const verificationStatus: Vocabulary = {
  absent: NOT_STARTED,
  looks: [
    { ...NOT_STARTED, values: ['not started', 'none'] },
    {
      label: 'Pending Verification',
      family: 'yellow',
      icon: Clock,
      values: ['pending', 'pending verification', 'draft'],
    },
    { label: 'Submitted', family: 'blue', icon: Send, values: ['submitted'] },
    { ...UNDER_REVIEW, values: ['under review', 'in review', 'awaiting second approval'] },
    {
      label: 'Verified',
      family: 'green',
      icon: CircleCheck,
      values: ['verified', 'approved', 'complete', 'completed'],
    },
    {
      label: 'Verification Failed',
      family: 'red',
      icon: CircleX,
      values: ['rejected', 'failed', 'verification failed'],
    },
    { ...UNKNOWN, values: ['unknown'] },
  ],
}

/** The Account Verification page, which speaks of the application rather than of the person. */
export const applicationStatus: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    {
      label: 'Pending Submission',
      family: 'yellow',
      icon: Clock,
      values: ['pending', 'pending submission', 'draft', 'not started'],
    },
    { label: 'Submitted', family: 'blue', icon: Send, values: ['submitted'] },
    { ...UNDER_REVIEW, values: ['under review', 'in review', 'awaiting second approval'] },
    { label: 'Approved', family: 'green', icon: CircleCheck, values: ['approved', 'verified'] },
    {
      label: 'Action Required',
      family: 'red',
      icon: CircleAlert,
      values: ['rejected', 'action required', 'needs resubmission'],
    },
    { ...UNKNOWN, values: ['unknown'] },
  ],
}

/** A case as reviewers speak of it: what waits for whom. */
export const caseStatus: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    { label: 'Submitted', family: 'blue', icon: Send, values: ['submitted'] },
    { label: 'In Review', family: 'blue', icon: SearchCheck, values: ['in review'] },
    { label: 'Second Approval', family: 'yellow', icon: UsersRound, values: ['awaiting second approval'] },
    { label: 'Sent Back', family: 'yellow', icon: CornerUpLeft, values: ['needs resubmission'] },
    { label: 'Approved', family: 'green', icon: CircleCheck, values: ['approved'] },
    { label: 'Rejected', family: 'red', icon: CircleX, values: ['rejected'] },
    { label: 'Confirmation Due', family: 'yellow', icon: Clock, values: ['reverification due'] },
    { label: 'Withdrawn', family: 'neutral', icon: CornerUpLeft, values: ['withdrawn'] },
    { label: 'Expired', family: 'neutral', icon: Ban, values: ['expired'] },
  ],
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

export const documentStatus: Vocabulary = {
  absent: { label: 'Missing', family: 'yellow', icon: CircleDashed },
  looks: [
    { label: 'Uploaded', family: 'green', icon: CircleCheck, values: ['uploaded'] },
    { label: 'Missing', family: 'yellow', icon: CircleDashed, values: ['missing'] },
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

/** How somebody stands with the sanctions lists, as screened. */
export const screeningOutcome: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    { label: 'Clear', family: 'green', icon: CircleCheck, values: ['clear'] },
    { label: 'Possible Match', family: 'yellow', icon: CircleQuestionMark, values: ['possible'] },
    { label: 'Strong Match', family: 'red', icon: CircleAlert, values: ['strong'] },
    { label: 'Not Up to Date', family: 'neutral', icon: Clock, values: ['stale'] },
  ],
}

/** What people ask about their data, and legal holds, as staff answer them. */
export const dataRequestStatus: Vocabulary = {
  absent: UNKNOWN,
  looks: [
    { label: 'Requested', family: 'yellow', icon: Clock, values: ['requested'] },
    { label: 'Carried Out', family: 'green', icon: CircleCheck, values: ['carried out'] },
    { label: 'Refused', family: 'neutral', icon: Ban, values: ['refused'] },
    { label: 'Taken Back', family: 'neutral', icon: CornerUpLeft, values: ['withdrawn'] },
    { label: 'Open', family: 'yellow', icon: Clock, values: ['open'] },
    { label: 'Answered', family: 'green', icon: CircleCheck, values: ['answered'] },
    { label: 'Closed', family: 'neutral', icon: CircleCheck, values: ['closed'] },
    { label: 'In Force', family: 'yellow', icon: Pause, values: ['in force'] },
    { label: 'Lifted', family: 'neutral', icon: CircleDashed, values: ['lifted'] },
  ],
}

/** Gives the look of a received value; case, spaces, - and _ make no difference. Unlisted: as received, neutral. */
export function lookOf(vocabulary: Vocabulary, value: string | null | undefined): StatusLook {
  const received = value?.trim() ?? ''
  if (received === '') return vocabulary.absent
  const plain = received.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
  const look = vocabulary.looks.find((candidate) => candidate.values.includes(plain))
  return look ?? { label: received, family: 'neutral', icon: CircleQuestionMark }
}
