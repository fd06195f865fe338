import { Link } from '@tanstack/react-router'
import { formatDate } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Says that someone's account and data are about to be deleted, with a link to cancel it. */
export function PendingErasure({
  dueAt,
  className,
}: {
  dueAt: string | null | undefined
  className?: string
}) {
  if (!dueAt) return null
  return (
    <Banner kind="warning" title="You asked us to delete your account and data" className={className}>
      We’ll answer by {formatDate(dueAt)}. You can cancel it until we’ve done it.{' '}
      <Link className="link" to="/profile/privacy">
        See your request
      </Link>
    </Banner>
  )
}
