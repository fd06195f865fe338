import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '#web/lib/page-title.ts'
import { signInUrl, siteQuery, useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Who may enter the administration area, and how (account-admin §2.10). */
export function AdminLoginPage() {
  usePageTitle('Admin login')
  const user = useUser()
  const { data: site } = useQuery(siteQuery)
  return (
    <Page width="narrow">
      <Card padded className="mx-auto max-w-[560px]">
        <h1 tabIndex={-1}>Admin login</h1>
        <p className="mt-3 text-lead text-ink-2">
          Only accounts on our company email domains that have admin privileges may enter this area.
        </p>
        <ul className="mt-4 list-disc pl-5 text-ink-2" aria-label="Company email domains">
          {site ? (
            site.companyDomains.map((domain) => <li key={domain}>{domain}</li>)
          ) : (
            <li>
              <Skeleton width={180} />
            </li>
          )}
        </ul>
        <div className="mt-7 flex flex-wrap items-center gap-3">
          {user ? (
            <Link className={buttonClass('primary', 'lg')} to="/admin/dashboard">
              Go to the admin area
            </Link>
          ) : (
            <a className={buttonClass('primary', 'lg')} href={signInUrl('/admin/dashboard')}>
              Sign in
            </a>
          )}
          <Link className={buttonClass('tertiary', 'lg')} to="/">
            Return to main site
          </Link>
        </div>
      </Card>
    </Page>
  )
}
