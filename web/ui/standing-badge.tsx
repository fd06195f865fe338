import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Hourglass from 'lucide-react/icons/hourglass'
import PencilLine from 'lucide-react/icons/pencil-line'
import SearchCheck from 'lucide-react/icons/search-check'
import Send from 'lucide-react/icons/send'
import type { BadgeIcon, BadgeLook } from '#contract/badge.ts'
import { Badge, type IconType } from './badge.tsx'

/** The icons of a status by the server's names for them. */
export const BADGE_ICONS: Readonly<Record<BadgeIcon, IconType>> = {
  check: Check,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-dashed': CircleDashed,
  'circle-x': CircleX,
  clock: Clock,
  hourglass: Hourglass,
  'pencil-line': PencilLine,
  'search-check': SearchCheck,
  send: Send,
}

/** A badge with the standing's own words; nothing is derived here. */
export function StandingBadge({ badge }: { badge: BadgeLook }) {
  return (
    <Badge family={badge.family} icon={BADGE_ICONS[badge.icon]}>
      {badge.label}
    </Badge>
  )
}
