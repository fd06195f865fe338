import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import type { StatusLook } from '#web/ui/status-badge.tsx'

/** How far someone is with what they accept and sign. */
export type CertificationState =
  | 'accepted'
  | 'certified'
  | 'pending_acceptance'
  | 'required'
  | 'expired'
  | 'not_certified'
  | 'not_selected'

export const CERTIFICATION_LOOKS: Readonly<Record<CertificationState, StatusLook>> = {
  accepted: { label: 'Accepted', family: 'green', icon: CircleCheck },
  certified: { label: 'Certified', family: 'green', icon: CircleCheck },
  pending_acceptance: { label: 'Pending Acceptance', family: 'yellow', icon: Clock },
  required: { label: 'Required', family: 'yellow', icon: Clock },
  expired: { label: 'Expired', family: 'yellow', icon: Clock },
  not_certified: { label: 'Not Certified', family: 'neutral', icon: CircleDashed },
  not_selected: { label: 'Not Selected', family: 'neutral', icon: CircleDashed },
}
