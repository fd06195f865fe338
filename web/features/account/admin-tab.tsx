import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useMay } from '#web/lib/may.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'

/** The way to administration, for staff with a role alone (account-admin §2). */
export function AdminTab() {
  const reviews = useMay('cases.read')
  return (
    <Card padded aria-labelledby="admin-area" className="soon">
      <div>
        <h2 className="h3" id="admin-area">
          Administration
        </h2>
        <p className="mt-1 text-ink-2">
          {reviews ? 'Search users and review verifications.' : 'Open what your role lets you work on.'}
        </p>
      </div>
      <Link className={buttonClass('primary')} to="/admin-dashboard">
        <ShieldCheck className="i" />
        Admin Dashboard
      </Link>
    </Card>
  )
}
