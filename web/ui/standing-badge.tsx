import type { BadgeLook as BadgeWords } from '#contract/badge.ts'
import { Badge } from './badge.tsx'
import { BADGE_ICONS } from './badge-icons.ts'

/** A badge in the words of the standing; never worked out here. */
export function StandingBadge({ badge }: { badge: BadgeWords }) {
  return (
    <Badge family={badge.family} icon={BADGE_ICONS[badge.icon]}>
      {badge.label}
    </Badge>
  )
}
