import AlarmClock from 'lucide-react/icons/alarm-clock'
import type { ReviewCase } from '#contract/admin-cases.ts'
import { Badge } from '#web/ui/badge.tsx'
import { dueWords } from './due-words.ts'
import { useNow } from './use-now.ts'

const FAMILY = { on_time: 'neutral', due_soon: 'yellow', overdue: 'red' } as const

/** How long the reviewers still have; nothing while no one waits for them. */
export function DueBadge({ dueAt, dueState }: Pick<ReviewCase, 'dueAt' | 'dueState'>) {
  const now = useNow()
  if (!dueAt || !dueState) return null
  const family = new Date(dueAt) < now ? 'red' : FAMILY[dueState]
  return (
    <Badge family={family} icon={AlarmClock}>
      {dueWords(dueAt, now)}
    </Badge>
  )
}
