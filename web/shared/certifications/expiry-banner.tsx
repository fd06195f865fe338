import type { ReactNode } from 'react'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { HeldStatement } from './held-statement.ts'

/** Says that a statement has expired, or expires within 30 days (choices §4.3); otherwise nothing. */
export function ExpiryBanner({
  statement: { standing, expiresAt },
  now,
  action,
}: {
  statement: Pick<HeldStatement, 'standing' | 'expiresAt'>
  now: Date
  /** The link that renews it, if that is on another page. */
  action?: ReactNode
}) {
  if (standing === 'valid' || expiresAt === null) return null
  const day = formatDate(expiresAt)
  if (standing === 'expired') {
    return (
      <Banner kind="warning" title="Your investor certification has expired">
        It ended on {day}. You can’t trade or invest until you certify yourself again. {action}
      </Banner>
    )
  }
  return (
    <Banner kind="warning" title="Your investor certification ends soon">
      It ends on {day} ({relativeTime(expiresAt, now)}). Renew it before that day, so that nothing is
      interrupted. {action}
    </Banner>
  )
}
