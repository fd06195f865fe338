import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { ROLES } from '#contract/roles.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { mayDo } from '#web/lib/may.tsx'
import { sessionQuery, useUser } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { NoticeBell } from '#web/shared/account/notices/notice-bell.tsx'
import { QuickSearch } from '#web/shared/directory/quick-search.tsx'
import { useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { FloatingReportBug } from '#web/shared/site/bug-report/report-bug.tsx'
import { AppHeader, type AppHeaderProps } from '#web/ui/app-header.tsx'
import { WIDE_ONLY_CLASS } from '#web/ui/bar-class.ts'
import { BRAND_CLASS, BrandLockup } from '#web/ui/brand.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type NavEntry, NavItem, type NavLinkProps } from '#web/ui/nav-item.tsx'
import { PANEL_CLASS } from '#web/ui/panel-class.ts'
import { currentToasts, runToastAction, subscribeToToasts } from '#web/ui/toast.ts'
import { areasOf, maySee } from './admin-areas.ts'
import { SiteFooter } from './site-footer.tsx'

// Administrators do not wait for what others are told, which brings the frame of the other pages with it.
const AdminRefusal = lazy(async () => ({ default: (await import('./admin-refusal.tsx')).AdminRefusal }))

/** The administration area: its green header for administrators, a refusal for everyone else (account-admin §2). */
export function AdminLayout() {
  const now = useUser()
  // Of the page that is shown: the address is ahead of it while the next one loads, and nothing of a page that is left for
  // another may ask the server.
  const path = useRouterState({
    select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname,
  })
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  // A session that ends takes no page away: it is locked, and what was typed stays in it (security R7).
  const user = now === null && last ? last : now
  if (user === undefined) return <main id="main" tabIndex={-1} aria-busy="true" />
  // A role has no effect without a verified email on a company domain (security R21): every call would be refused.
  const areas = user ? areasOf(user) : []
  const [first] = areas
  if (first && path === '/admin/dashboard' && first.id !== 'dashboard')
    return <Navigate to={`/admin/${first.id}`} replace />
  if (!user || !first || !maySee(user, path)) {
    return (
      <Suspense fallback={<main id="main" tabIndex={-1} aria-busy="true" />}>
        <AdminRefusal isSignedIn={user !== null} needsSecondFactor={user?.needs_second_factor} area={first} />
      </Suspense>
    )
  }
  // The desk of a case takes the whole screen below the header.
  const isDesk = path.endsWith('/desk')
  return (
    <>
      <AdminHeader
        hidesAreas={isDesk}
        name={staffName(user)}
        email={user.auth0_email ?? user.email ?? ''}
        items={[
          {
            id: 'home',
            label: 'Staff home',
            render: (props: NavLinkProps) => <Link to="/" {...props} />,
          },
        ]}
        areas={areas.map(({ id, label }) => ({
          id,
          label,
          render: (props: NavLinkProps) => <Link to={`/admin/${id}`} {...props} />,
        }))}
        endItems={[{ id: 'logout', label: 'Log Out', onSelect: signOut }]}
        tools={
          <>
            {mayDo(user, 'search.use') ? <QuickSearch pages={areas} /> : null}
            <NoticeBell />
          </>
        }
        brand={
          <Link className={BRAND_CLASS} to="/admin/dashboard">
            <BrandLockup area="Admin" />
          </Link>
        }
      />
      <StepUpBar />
      <Outlet />
      <ToastKeys />
      {isDesk ? null : (
        <>
          <SiteFooter user={user} isWide />
          <FloatingReportBug />
        </>
      )}
    </>
  )
}

/** What a member of staff is called in the header; without a name, by their highest role. */
function staffName({ name, nickname, roles: [highest] }: AuthUser): string {
  return name ?? nickname ?? (highest ? ROLES[highest].label : 'Staff')
}

/** The keys of what the messages offer, on every page of the administration and while the next one loads. */
function ToastKeys() {
  const entries = useSyncExternalStore(subscribeToToasts, currentToasts)
  useShortcuts(
    entries.flatMap(({ title, action }) =>
      action
        ? {
            key: action.shortcut,
            label: `${action.label}: ${title}`,
            run: () => runToastAction(action.shortcut),
          }
        : [],
    ),
  )
  return null
}

type AdminHeaderProps = Omit<
  AppHeaderProps,
  'label' | 'identity' | 'className' | 'phone' | 'sheetItems' | 'isWide'
> & {
  name: string
  email: string
  /** The areas of administration, in a row below the header; on phones in the sheet of the menu button. */
  areas: readonly NavEntry[]
  /** Leaves that row out; the sheet keeps them. */
  hidesAreas?: boolean
}

const AREA_CLASS =
  'relative inline-flex min-h-12 items-center px-3 text-[15px]/none font-medium whitespace-nowrap text-ink-2 no-underline hover:text-ink aria-[current]:font-[620] aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-brand forced-colors:aria-[current]:after:bg-[Highlight]'

/** The green header of administration, with who is signed in, and its areas. */
function AdminHeader({ name, email, areas, hidesAreas, ...rest }: AdminHeaderProps) {
  return (
    <>
      <AppHeader
        {...rest}
        label="Admin"
        className={PANEL_CLASS}
        isWide
        identity={{ name, email }}
        sheetItems={areas}
      />
      {hidesAreas ? null : (
        <nav
          className={classNames('border-b border-line bg-surface', WIDE_ONLY_CLASS)}
          aria-label="Administration"
        >
          <div className="mx-auto flex max-w-[1440px] gap-1 px-[calc(var(--gutter)-12px)]">
            {areas.map((entry) => (
              <NavItem key={entry.id} entry={entry} className={AREA_CLASS} />
            ))}
          </div>
        </nav>
      )}
    </>
  )
}

/** How soon the page knows that the last sign-in has become too old. */
const LOOK_MS = 30_000

/** Asks staff to confirm that it is them before what they do next is refused; what the page holds stays (security R11). */
export function StepUpBar() {
  const { data } = useQuery({ ...sessionQuery, refetchInterval: LOOK_MS })
  if (!data?.user?.needs_step_up) return null
  return (
    <section className="mx-auto w-full max-w-[1440px] px-[var(--gutter)] pt-4" aria-label="Confirm it’s you">
      <SignInAgain why="You signed in more than 15 minutes ago. To make decisions, export data or open documents, sign in again. Nothing on this page is lost." />
    </section>
  )
}
