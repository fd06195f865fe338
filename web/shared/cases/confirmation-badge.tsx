import Clock from 'lucide-react/icons/clock'
import type { DueState } from '#contract/verification/cases.ts'
import { confirmationStanding } from '#domain/cases/confirmation.ts'
import { daysBetween, londonDate } from '#domain/plain-date.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Badge, type Family } from '#web/ui/badge.tsx'
import { useNow } from './use-now.ts'

const FAMILIES: Readonly<Record<DueState, Family>> = {
  on_time: 'neutral',
  due_soon: 'yellow',
  overdue: 'red',
}

/** The date by which a verified person should confirm their details, or how late they are. */
export function ConfirmationBadge({ by }: { by: string }) {
  const now = useNow()
  return (
    <Badge family={FAMILIES[confirmationStanding(new Date(by), now)]} icon={Clock}>
      {confirmationText(by, now)}
    </Badge>
  )
}

/** Marks an applicant with an unconfirmed email, whose review hasn't started. */
export function EmailBadge() {
  return (
    <Badge family="yellow" icon={Clock}>
      Email not confirmed
    </Badge>
  )
}

/** The text for a requested confirmation: "Confirm by Apr 9, 2026", "Confirmation 3 days late". */
export function confirmationText(by: string, now: Date): string {
  const day = londonDate(new Date(by))
  const late = daysBetween(day, londonDate(now))
  if (late <= 0) return `Confirm by ${formatDate(day)}`
  return `Confirmation ${late === 1 ? '1 day' : `${late} days`} late`
}
