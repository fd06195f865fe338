import Clock from 'lucide-react/icons/clock'
import { confirmationStanding } from '#domain/cases/confirmation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { confirmationWords } from './confirmation-words.ts'
import { useNow } from './use-now.ts'

const FAMILY = { on_time: 'neutral', due_soon: 'yellow', overdue: 'red' } as const

/** By when someone verified should confirm their details, or how late they are. */
export function ConfirmationBadge({ by }: { by: string }) {
  const now = useNow()
  return (
    <Badge family={FAMILY[confirmationStanding(new Date(by), now)]} icon={Clock}>
      {confirmationWords(by, now)}
    </Badge>
  )
}
