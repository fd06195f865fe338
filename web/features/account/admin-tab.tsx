import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'

/** The way to administration, for administrators alone (account-admin §2). */
export function AdminTab() {
  return (
    <Card padded aria-labelledby="admin-area" className="soon">
      <div>
        <h2 className="h3" id="admin-area">
          Administration
        </h2>
        <p className="mt-1 text-ink-2">Search users and review verifications.</p>
      </div>
      <Link className={buttonClass('primary')} to="/admin-dashboard">
        <ShieldCheck className="i" />
        Admin Dashboard
      </Link>
    </Card>
  )
}
