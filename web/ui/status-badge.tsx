import { Badge } from './badge.tsx'
import { lookOf, type Vocabulary } from './status.ts'

export type StatusBadgeProps = {
  vocabulary: Vocabulary
  value: string | null | undefined
  className?: string
}

/** The badge of a status as received, in the words of its vocabulary (`status.ts`). */
export function StatusBadge({ vocabulary, value, className }: StatusBadgeProps) {
  const look = lookOf(vocabulary, value)
  return (
    <Badge family={look.family} icon={look.icon} className={className}>
      {look.label}
    </Badge>
  )
}
