import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Loader from 'lucide-react/icons/loader'
import Pause from 'lucide-react/icons/pause'
import type { PROJECT_STATUSES } from '#contract/invoices/billing.ts'
import { receivedLook } from '#web/ui/received-look.ts'
import type { StatusLook } from '#web/ui/status-badge.tsx'

export const PROJECT_LOOKS: Readonly<Record<(typeof PROJECT_STATUSES)[number], StatusLook>> = {
  completed: { label: 'Completed', family: 'green', icon: CircleCheck },
  in_progress: { label: 'In Progress', family: 'blue', icon: Loader },
  on_hold: { label: 'On Hold', family: 'yellow', icon: Pause },
  cancelled: { label: 'Cancelled', family: 'neutral', icon: Ban },
}

/** How a project is drawn that has this status, as it was entered. */
export const projectLook = (status: string) => receivedLook(PROJECT_LOOKS, status)
