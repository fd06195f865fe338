import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { AuthUser } from '#contract/auth.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { FloatingReportBug } from '#web/parts/bug-report/report-bug.tsx'
import { NoticeBell } from '#web/parts/notices/notice-bell.tsx'
import { QuickSearch } from '#web/parts/quick-search/quick-search.tsx'
import { AdminHeader } from '#web/ui/admin-header.tsx'
import { BrandLockup } from '#web/ui/brand.tsx'
import type { NavLinkProps } from '#web/ui/nav-item.tsx'
import { SiteFooter } from './site-footer.tsx'

// Administrators do not wait for what others are told, which brings the frame of the other pages with it.
const AdminRefusal = lazy(async () => ({ default: (await import('./admin-refusal.tsx')).AdminRefusal }))

const StepUpBar = lazy(async () => ({ default: (await import('./step-up-bar.tsx')).StepUpBar }))

/** The administration area: its green header for administrators, a refusal for everyone else (account-admin §2). */
export function AdminLayout() {
  const now = useUser()
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  // A session that ends takes no page away: it is locked, and what was typed stays in it (security R7).
  const user = now === null && last ? last : now
  if (user === undefined) return <main id="main" tabIndex={-1} aria-busy="true" />
  // A role has no effect without a verified email on a company domain (security R21): every call would be refused.
  if (!user?.is_staff || !(user.is_admin || user.is_super_admin)) {
    return (
      <Suspense fallback={<main id="main" tabIndex={-1} aria-busy="true" />}>
        <AdminRefusal isSignedIn={user !== null} needsSecondFactor={user?.needs_second_factor} />
      </Suspense>
    )
  }
  return (
    <>
      <AdminHeader
        name={adminName(user)}
        email={user.auth0_email ?? user.email ?? ''}
        items={[
          {
            id: 'home',
            label: 'Staff home',
            render: (props: NavLinkProps) => <Link to={paths.home()} {...props} />,
          },
        ]}
        areas={[
          {
            id: 'dashboard',
            label: 'Users',
            render: (props: NavLinkProps) => <Link to={paths.adminDashboard()} {...props} />,
          },
          {
            id: 'queue',
            label: 'Review queue',
            render: (props: NavLinkProps) => <Link to={paths.adminQueue()} {...props} />,
          },
          {
            id: 'screening',
            label: 'Screening',
            render: (props: NavLinkProps) => <Link to={paths.adminScreening()} {...props} />,
          },
          {
            id: 'privacy',
            label: 'Data requests',
            render: (props: NavLinkProps) => <Link to={paths.adminPrivacy()} {...props} />,
          },
          {
            id: 'clients',
            label: 'Clients',
            render: (props: NavLinkProps) => <Link to={paths.adminClients()} {...props} />,
          },
          {
            id: 'invoices',
            label: 'Invoices',
            render: (props: NavLinkProps) => <Link to={paths.adminInvoices()} {...props} />,
          },
          {
            id: 'audit',
            label: 'Audit log',
            render: (props: NavLinkProps) => <Link to={paths.adminAudit()} {...props} />,
          },
          {
            id: 'jobs',
            label: 'Jobs',
            render: (props: NavLinkProps) => <Link to="/admin/jobs" {...props} />,
          },
        ]}
        endItems={[{ id: 'logout', label: 'Log Out', onSelect: signOut }]}
        tools={
          <>
            <QuickSearch />
            <NoticeBell />
          </>
        }
        brand={
          <Link className="brand" to={paths.adminDashboard()}>
            <BrandLockup area="Admin" />
          </Link>
        }
      />
      <Suspense fallback={null}>
        <StepUpBar />
      </Suspense>
      <Outlet />
      <SiteFooter user={user} />
      <FloatingReportBug />
    </>
  )
}

function adminName(user: AuthUser): string {
  return user.name ?? user.nickname ?? (user.is_super_admin ? 'Super Admin' : 'Admin')
}
