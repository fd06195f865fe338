import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCompany } from '#web/lib/company.ts'
import { mayDo } from '#web/lib/may.tsx'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { NoticeBell } from '#web/shared/account/notices/notice-bell.tsx'
import { useReplayedRiskAcceptance } from '#web/shared/certifications/risk-disclosure/use-replayed-risk-acceptance.ts'
import { QuickSearch } from '#web/shared/directory/quick-search.tsx'
import { FloatingReportBug } from '#web/shared/site/bug-report/floating-report-bug.tsx'
import { AppHeader } from '#web/ui/app-header.tsx'
import { BRAND_CLASS, BrandLockup } from '#web/ui/brand.tsx'
import type { NavEntry, NavLinkProps } from '#web/ui/nav-item.tsx'
import { areasOf } from './admin-areas.ts'
import { SiteFooter } from './site-footer.tsx'

const ACCOUNT_PATHS: readonly string[] = ['/profile', '/profile-dashboard', '/verification']

/** The product's header and footer around a page (account-admin §2.15). */
export function AppFrame({ children }: { children: ReactNode }) {
  const user = useUser()
  useReplayedRiskAcceptance()
  const company = useCompany()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // As wide as the staff page below them.
  const isWide = path === '/' && user?.is_staff === true
  const items: NavEntry[] = [
    {
      id: 'home',
      label: 'Home',
      current: path === '/' || path === '/welcome',
      render: (props: NavLinkProps) => <Link to="/" {...props} />,
    },
    { id: 'forum', label: 'Forum & Support', href: company.forumUrl, external: true },
  ]
  if (user) {
    items.splice(1, 0, {
      id: 'profile',
      label: 'Profile & Dashboard',
      current: ACCOUNT_PATHS.includes(path),
      render: (props: NavLinkProps) => <Link to="/profile" {...props} />,
    })
  }
  const endItems: NavEntry[] = user
    ? [{ id: 'logout', label: 'Logout', onSelect: signOut }]
    : user === null
      ? [{ id: 'login', label: 'Login', onSelect: () => window.location.assign(signInUrl(currentPath())) }]
      : []
  return (
    <>
      <AppHeader
        label="Main"
        isWide={isWide}
        items={items}
        endItems={endItems}
        tools={
          user ? (
            <>
              {mayDo(user, 'search.use') ? <QuickSearch pages={areasOf(user)} /> : null}
              <NoticeBell />
            </>
          ) : null
        }
        brand={
          <Link className={BRAND_CLASS} to="/">
            <BrandLockup area="Verify" />
          </Link>
        }
      />
      {children}
      <SiteFooter user={user} isWide={isWide} />
      <FloatingReportBug />
    </>
  )
}
