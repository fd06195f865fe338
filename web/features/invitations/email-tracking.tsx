import CircleAlert from 'lucide-react/icons/circle-alert'
import MailCheck from 'lucide-react/icons/mail-check'
import MailOpen from 'lucide-react/icons/mail-open'
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click'
import type { BetaInvite } from '#contract/invitations/invitations.ts'
import { invitationStages } from '#domain/invitations/invitation.ts'
import { Button } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { TrackingEvents } from './tracking-events.tsx'

const ICONS = [
  { stage: 'delivered', icon: MailCheck, label: 'Delivered' },
  { stage: 'opened', icon: MailOpen, label: 'Opened' },
  { stage: 'clicked', icon: MousePointerClick, label: 'Clicked' },
] as const

/** How far the email came, by icons, and everything that is known of it on demand (account-admin §2). */
export function EmailTracking({ invite }: { invite: BetaInvite }) {
  return (
    <span className="flex items-center gap-2">
      <TrackingIcons invite={invite} />
      <Popover
        label={`Email tracking of ${invite.email}`}
        trigger={
          <Button size="sm" variant="tertiary">
            Details
            <span className="sr-only"> of the emails to {invite.email}</span>
          </Button>
        }
      >
        <TrackingEvents invite={invite} />
      </Popover>
    </span>
  )
}

/** The stages that were reached in colour, the others faint; a failure in the place of the delivery. */
function TrackingIcons({ invite }: { invite: BetaInvite }) {
  const events = invite.metadata.email_events.map(({ event }) => event)
  const stages = invitationStages(events)
  const hasFailed = events.includes('failed')
  const reached = ICONS.filter(({ stage }) => stages[stage]).map(({ label }) => label)
  const words = [...reached, ...(hasFailed ? ['Failed'] : [])]
  return (
    <span role="img" aria-label={words.join(', ') || 'Not delivered yet'} className="inline-flex gap-1.5">
      {ICONS.map(({ stage, icon: Icon, label }) => (
        <span key={stage} title={stages[stage] ? label : undefined}>
          <Icon className={stages[stage] ? 'i text-brand' : 'i text-line-strong opacity-45'} />
        </span>
      ))}
      {hasFailed ? (
        <span title="Failed">
          <CircleAlert className="i text-red-solid" />
        </span>
      ) : null}
    </span>
  )
}
