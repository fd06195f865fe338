import Clock from 'lucide-react/icons/clock'
import { Badge } from '#web/ui/badge.tsx'

/** Of an applicant whose email is not confirmed, so that nothing of theirs is reviewed yet. */
export function EmailBadge() {
  return (
    <Badge family="yellow" icon={Clock}>
      Email not confirmed
    </Badge>
  )
}
