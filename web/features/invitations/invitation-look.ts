import Ban from 'lucide-react/icons/ban'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import MailCheck from 'lucide-react/icons/mail-check'
import MailOpen from 'lucide-react/icons/mail-open'
import MousePointerClick from 'lucide-react/icons/mouse-pointer-click'
import type { InvitationStatus } from '#contract/invitations/invitations.ts'
import type { StatusLook } from '#web/ui/status-badge.tsx'

export const INVITATION_LOOKS: Readonly<Record<InvitationStatus, StatusLook>> = {
  pending: { label: 'Pending', family: 'yellow', icon: Clock },
  delivered: { label: 'Delivered', family: 'blue', icon: MailCheck },
  opened: { label: 'Opened', family: 'blue', icon: MailOpen },
  clicked: { label: 'Clicked', family: 'blue', icon: MousePointerClick },
  accepted: { label: 'Accepted', family: 'green', icon: CircleCheck },
  expired: { label: 'Expired', family: 'neutral', icon: Ban },
  unsubscribed: { label: 'Unsubscribed', family: 'neutral', icon: Ban },
  failed: { label: 'Failed', family: 'red', icon: CircleAlert },
  complained: { label: 'Complained', family: 'red', icon: CircleAlert },
}
