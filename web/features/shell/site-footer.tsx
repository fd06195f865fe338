import { Link, useRouterState } from '@tanstack/react-router'
import { type Company, copyrightYears } from '#contract/company.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { footerNotice, useCompany } from '#web/lib/company.ts'
import { openCookieSettings } from '#web/shared/site/cookies/settings-store.ts'
import { Footer } from '#web/ui/footer.tsx'
import type { NavEntry, NavLinkProps } from '#web/ui/nav-item.tsx'

const PROFILE_PATHS: readonly string[] = ['/profile', '/profile-dashboard']

/** Copyright, legal and social links, cookie settings, and the link to administration (account-admin §2.15). */
export function SiteFooter({
  user,
  isWide,
}: {
  user: AuthUser | null | undefined
  /** Whether the footer is as wide as the administration's pages. */
  isWide?: boolean
}) {
  const company = useCompany()
  const path = useRouterState({ select: (state) => state.location.pathname })
  return (
    <Footer
      isWide={isWide}
      notice={footerNotice(
        `© ${copyrightYears(company, new Date())} ${company.legalName}. ${company.tagline}.`,
        company,
      )}
      groups={legalGroups(company)}
      entries={[...siteEntries(company), ...adminEntries(user, path)]}
    />
  )
}

/** Marks the binding texts, those of `/terms` and `/privacy`; the others are copies of them. */
function legalGroups(company: Company): { label: string; entries: NavEntry[] }[] {
  return [
    {
      label: 'These apply to you:',
      entries: [
        {
          id: 'terms',
          label: 'Terms',
          render: (props: NavLinkProps) => <Link to="/terms" {...props} />,
        },
        {
          id: 'privacy',
          label: 'Privacy',
          render: (props: NavLinkProps) => <Link to="/privacy" {...props} />,
        },
      ],
    },
    {
      label: 'Copies:',
      entries: [
        { id: 'official-terms', label: 'Official terms', href: company.termsUrl, external: true },
        {
          id: 'official-privacy',
          label: 'Official privacy policy',
          href: company.privacyUrl,
          external: true,
        },
        { id: 'static-terms', label: 'Static terms', href: '/api/terms-static', external: true },
        {
          id: 'static-privacy',
          label: 'Static privacy policy',
          href: '/api/privacy-static',
          external: true,
        },
      ],
    },
  ]
}

function siteEntries(company: Company): NavEntry[] {
  return [
    { id: 'cookies', label: 'Cookie settings', onSelect: openCookieSettings },
    { id: 'linkedin', label: 'LinkedIn', href: company.linkedInUrl, external: true },
    { id: 'x', label: 'X', href: company.xUrl, external: true },
  ]
}

/**
 * Staff get the dashboard link on every page; everyone else gets the administration sign-in on their profile's
 * pages.
 */
function adminEntries(user: AuthUser | null | undefined, path: string): NavEntry[] {
  if (user?.is_staff) {
    return [
      {
        id: 'admin',
        label: 'Admin Dashboard',
        render: (props: NavLinkProps) => <Link to="/admin/dashboard" {...props} />,
      },
    ]
  }
  if (!PROFILE_PATHS.includes(path)) return []
  return [
    {
      id: 'admin-access',
      label: 'Admin Access',
      render: (props: NavLinkProps) => <Link to="/admin/login" {...props} />,
    },
  ]
}
