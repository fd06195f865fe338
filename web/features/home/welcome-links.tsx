import { Link } from '@tanstack/react-router'
import { useCompany } from '#web/lib/company.ts'
import { signOut } from '#web/lib/sign-out.ts'

/** The specified ways on from the welcome page, for someone signed in (account-admin §2, Welcome page). */
export function WelcomeLinks() {
  const { supportEmail } = useCompany()
  return (
    <nav aria-label="Your account" className="px-1">
      <ul className="flex flex-wrap gap-x-5 text-sm [&_a]:inline-block [&_a]:py-1.5 [&_button]:py-1.5">
        <li>
          <Link to="/profile">View Your Profile</Link>
        </li>
        <li>
          <Link to="/profile-dashboard">Go to Dashboard</Link>
        </li>
        <li>
          <Link to="/onboarding">Start Onboarding</Link>
        </li>
        <li>
          <a href={`mailto:${supportEmail}`}>Contact Support</a>
        </li>
        <li>
          <button type="button" className="link" onClick={signOut}>
            Sign Out
          </button>
        </li>
      </ul>
    </nav>
  )
}
