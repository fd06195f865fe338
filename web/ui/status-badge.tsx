import { Badge, type IconType } from './badge.tsx'
import type { Family } from './family.ts'

/** How a status is drawn. Each subject has a table of them by its states, so that one that is not drawn does not compile. */
export type StatusLook = { label: string; family: Family; icon: IconType }

/** The badge of a status, as the table of its subject draws it. */
export function StatusBadge({ look, className }: { look: StatusLook; className?: string }) {
  return (
    <Badge family={look.family} icon={look.icon} className={className}>
      {look.label}
    </Badge>
  )
}
