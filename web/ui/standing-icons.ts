import BadgeCheck from 'lucide-react/icons/badge-check'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import MailCheck from 'lucide-react/icons/mail-check'
import ReceiptText from 'lucide-react/icons/receipt-text'
import SearchCheck from 'lucide-react/icons/search-check'
import Send from 'lucide-react/icons/send'
import type { StandingIcon } from '#contract/standing.ts'
import type { IconType } from './badge.tsx'

/** The icons by the names that the server gives them. */
export const STANDING_ICONS: Readonly<Record<StandingIcon, IconType>> = {
  'badge-check': BadgeCheck,
  check: Check,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-dashed': CircleDashed,
  'circle-x': CircleX,
  clock: Clock,
  'file-pen-line': FilePenLine,
  'mail-check': MailCheck,
  'receipt-text': ReceiptText,
  'search-check': SearchCheck,
  send: Send,
}
