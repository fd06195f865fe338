import BadgeCheck from 'lucide-react/icons/badge-check'
import FilePenLine from 'lucide-react/icons/file-pen-line'
import MailCheck from 'lucide-react/icons/mail-check'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { NextStep, StepIcon } from '#contract/verification/standing.ts'
import { FAMILY_CLASS, type IconType } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { BADGE_ICONS } from '#web/ui/standing-badge.tsx'
import { TaskLink } from './step-link.tsx'
import type { Verification } from './use-verification.ts'

const ICONS: Readonly<Record<StepIcon, IconType>> = {
  ...BADGE_ICONS,
  'badge-check': BadgeCheck,
  'file-pen-line': FilePenLine,
  'mail-check': MailCheck,
  'receipt-text': ReceiptText,
}

/** The one thing to do next, with its button; the only solid one of the page. */
export function NextStepCard({ verification }: { verification: Verification }) {
  if (verification.kind === 'loading') return <Waiting />
  // What the verification says is told by its own card, which can be tried again.
  const next = verification.kind === 'loaded' ? verification.standing?.next : null
  if (!next) return null
  const Icon = ICONS[next.icon]
  return (
    <Card padded aria-labelledby="next-step" className="next">
      <span className={`dot ${FAMILY_CLASS[next.family]}`}>
        <Icon className="i i-24" />
      </span>
      <div className="min-w-0">
        <h2 className="text-sm font-semibold text-ink-3" id="next-step">
          Your next step
        </h2>
        <p className="h2 mt-1 font-semibold [overflow-wrap:anywhere]">{next.title}</p>
        <p className="mt-1.5 text-ink-2 [overflow-wrap:anywhere]">{next.text}</p>
        <NextLink next={next} />
      </div>
    </Card>
  )
}

function NextLink({ next: { href, action, isQuiet } }: { next: NextStep }) {
  return (
    <TaskLink className={buttonClass(isQuiet ? 'secondary' : 'primary', 'md', false, 'mt-5')} href={href}>
      {action}
    </TaskLink>
  )
}

function Waiting() {
  return (
    <LoadingRegion label="Loading your next step" className="card pad grid gap-4">
      <Skeleton width="30%" />
      <Skeleton width="55%" height={24} />
      <Skeleton width={160} height={40} />
    </LoadingRegion>
  )
}
