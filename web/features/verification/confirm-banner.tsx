import { Link } from '@tanstack/react-router'
import { formatDate } from '#web/lib/dates.ts'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Asks a verified person to confirm their details, and until when (cases.md, Keeping it true). */
export function ConfirmBanner({ by }: { by: string | null }) {
  return (
    <Banner
      kind="warning"
      title={by ? `Please confirm your details by ${formatDate(by)}` : 'Please confirm your details'}
    >
      Look at the details that we verified, and confirm that they are still right. Where a document has
      expired, upload the new one. <Link to={paths.confirmDetails()}>Confirm your details</Link>
    </Banner>
  )
}
