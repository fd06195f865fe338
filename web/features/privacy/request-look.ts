import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Pause from 'lucide-react/icons/pause'
import type { ComplaintState, ErasureState } from '#contract/privacy/privacy.ts'
import type { StatusLook } from '#web/ui/status-badge.tsx'

/** What people ask about their data, and legal holds, as staff answer them. */
export const REQUEST_LOOKS: Readonly<
  Record<ErasureState | ComplaintState | 'in_force' | 'lifted', StatusLook>
> = {
  requested: { label: 'Requested', family: 'yellow', icon: Clock },
  carried_out: { label: 'Carried Out', family: 'green', icon: CircleCheck },
  refused: { label: 'Refused', family: 'neutral', icon: Ban },
  withdrawn: { label: 'Withdrawn', family: 'neutral', icon: CornerUpLeft },
  open: { label: 'Open', family: 'yellow', icon: Clock },
  answered: { label: 'Answered', family: 'green', icon: CircleCheck },
  closed: { label: 'Closed', family: 'neutral', icon: CircleCheck },
  in_force: { label: 'In Force', family: 'yellow', icon: Pause },
  lifted: { label: 'Lifted', family: 'neutral', icon: CircleDashed },
}
