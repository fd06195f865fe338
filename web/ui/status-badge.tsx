import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import { Badge, type Family, type IconType } from './badge.tsx'

/** How a status is shown. Each subject has a table of them by its states, so that a missing one doesn't compile. */
export type StatusLook = { label: string; family: Family; icon: IconType }

/** The badge of a status, from its subject's table. */
export function StatusBadge({ look, className }: { look: StatusLook; className?: string }) {
  return (
    <Badge family={look.family} icon={look.icon} className={className}>
      {look.label}
    </Badge>
  )
}

/**
 * The look of a status that may be a provider's own: for ours, case, spaces, - and _ are ignored; any other is
 * shown as received (account-admin §4.7).
 */
export function receivedLook(looks: Readonly<Record<string, StatusLook>>, received: string): StatusLook {
  const status = received.trim()
  return (
    new Map(Object.entries(looks)).get(status.toLowerCase().replaceAll(/[\s-]+/g, '_')) ?? {
      label: status || 'Unknown',
      family: 'neutral',
      icon: CircleQuestionMark,
    }
  )
}
