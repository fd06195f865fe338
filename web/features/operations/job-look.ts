import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import Loader from 'lucide-react/icons/loader'
import Pause from 'lucide-react/icons/pause'
import type { JobStanding } from '#contract/operations/job-names.ts'
import type { StatusLook } from '#web/ui/status-badge.tsx'

/** How a job that runs by the clock stands. */
export const JOB_LOOKS: Readonly<Record<JobStanding, StatusLook>> = {
  fine: { label: 'Fine', family: 'green', icon: CircleCheck },
  running: { label: 'Running', family: 'blue', icon: Loader },
  waiting: { label: 'Not Run Yet', family: 'neutral', icon: CircleDashed },
  paused: { label: 'Paused', family: 'yellow', icon: Pause },
  late: { label: 'Late', family: 'red', icon: Clock },
  failing: { label: 'Failing', family: 'red', icon: CircleAlert },
}
