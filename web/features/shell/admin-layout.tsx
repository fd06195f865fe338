import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { ROLES } from '#contract/roles.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { mayDo, ShownTo } from '#web/lib/may.tsx'
import { sessionQuery, useUser } from '#web/lib/session.ts'
import { signOut } from '#web/lib/sign-out.ts'
import { NoticeBell } from '#web/shared/account/notices/notice-bell.tsx'
import { QuickSearch } from '#web/shared/directory/quick-search.tsx'
import { useShortcuts } from '#web/shared/shell/use-shortcuts.ts'
import { SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { FloatingReportBug } from '#web/shared/site/bug-report/floating-report-bug.tsx'
import { AppHeader, type AppHeaderProps } from '#web/ui/app-header.tsx'
import { WIDE_ONLY_CLASS } from '#web/ui/bar-class.ts'
import { BRAND_CLASS, BrandLockup } from '#web/ui/brand.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type NavEntry, NavItem, type NavLinkProps } from '#web/ui/nav-item.tsx'
import { PANEL_CLASS } from '#web/ui/panel-class.ts'
import { currentToasts, runToastAction, subscribeToToasts } from '#web/ui/toast.ts'
import { areasOf, maySee } from './admin-areas.ts'
import { SiteFooter } from './site-footer.tsx'

// Loaded lazily: administrators never see the refusal, which brings in the other pages' frame.
const AdminRefusal = lazy(async () => ({ default: (await import('./admin-refusal.tsx')).AdminRefusal }))

/**
 * The administration area: its green header for administrators, a refusal for everyone else (account-admin §2.11).
 */
export function AdminLayout() {
  const now = useUser()
  // The path of the page shown: the URL is already ahead while the next page loads, and a page being left must
  // not send requests.
  const path = useRouterState({
    select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname,
  })
  const [last, setLast] = useState(now)
  if (now && now !== last) setLast(now)
  // When the session ends, the page stays but is locked, so that what was typed isn't lost (security R7).
  const user = now === null && last ? last : now
  if (user === undefined) return <main id="main" tabIndex={-1} aria-busy="true" />
  // Without a verified email on a company domain a role has no effect (security R21): every call would be
  // refused.
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
  // A case's desk takes the whole screen below the header.
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
          // A person’s page belongs to the list of users, though its path is another.
          current: id === 'dashboard' && path.startsWith('/admin/users/'),
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
      <ShownTo value={user}>
        <Outlet />
      </ShownTo>
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

/** A staff member's name in the header; without a name, their highest role. */
function staffName({ name, nickname, roles: [highest] }: AuthUser): string {
  return name ?? nickname ?? (highest ? ROLES[highest].label : 'Staff')
}

/** The keyboard shortcuts of toast actions, on every administration page and while the next one loads. */
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
  /** The areas of administration, in a row below the header; on phones in the menu button's sheet. */
  areas: readonly NavEntry[]
  /** Hides that row; the sheet keeps the areas. */
  hidesAreas?: boolean
}

const AREA_CLASS =
  'relative inline-flex min-h-12 items-center px-3 text-card/none font-medium whitespace-nowrap text-ink-2 no-underline hover:text-ink aria-[current]:font-[620] aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-brand forced-colors:aria-[current]:after:bg-[Highlight]'

/** Administration's green header, with the signed-in person and the areas. */
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

/** How often the page checks whether the last sign-in has become too old, in milliseconds. */
const LOOK_MS = 30_000

/**
 * Asks staff to confirm their identity before their next action is refused; the page keeps its state (security
 * R11).
 */
export function StepUpBar() {
  const { data } = useQuery({ ...sessionQuery, refetchInterval: LOOK_MS })
  if (!data?.user?.needs_step_up) return null
  return (
    <section className="mx-auto w-full max-w-[1440px] px-[var(--gutter)] pt-4" aria-label="Confirm it’s you">
      <SignInAgain why="You signed in more than 15 minutes ago. To make decisions, export data or open documents, sign in again. Nothing on this page is lost." />
    </section>
  )
}
