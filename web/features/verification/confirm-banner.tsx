import { Link } from '@tanstack/react-router'
import { confirmationStanding } from '#domain/cases/confirmation.ts'
import { londonDate } from '#domain/plain-date.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Asks a verified person to confirm their details, and until when (cases, Keeping it true). */
export function ConfirmBanner({ by }: { by: string | null }) {
  const day = by && formatDate(londonDate(new Date(by)))
  const isLate = by !== null && confirmationStanding(new Date(by), new Date()) === 'overdue'
  return (
    <Banner
      kind="warning"
      title={day && !isLate ? `Please confirm your details by ${day}` : 'Please confirm your details'}
    >
      {isLate ? `We asked you to do this by ${day}. ` : null}
      Check the details we verified and confirm that they’re still correct. If a document has expired, upload
      the new one. <Link to="/verification/confirm">Confirm your details</Link>
    </Banner>
  )
}
