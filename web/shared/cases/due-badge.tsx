import AlarmClock from 'lucide-react/icons/alarm-clock'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import type { DueState } from '#contract/verification/cases.ts'
import { Badge, type Family } from '#web/ui/badge.tsx'
import { dueText } from './case-times.ts'
import { useNow } from './use-now.ts'

const FAMILIES: Readonly<Record<DueState, Family>> = {
  on_time: 'neutral',
  due_soon: 'yellow',
  overdue: 'red',
}

/** How long the reviewers have left; nothing while no one waits for them. */
export function DueBadge({ dueAt, dueState }: Pick<ReviewCase, 'dueAt' | 'dueState'>) {
  const now = useNow()
  if (!dueAt || !dueState) return null
  const family = new Date(dueAt) < now ? 'red' : FAMILIES[dueState]
  return (
    <Badge family={family} icon={AlarmClock}>
      {dueText(dueAt, now)}
    </Badge>
  )
}
