import { Link } from '@tanstack/react-router'
import { useCompany } from '#web/lib/company.ts'
import { paths } from '#web/lib/paths.ts'
import { Footer } from '#web/ui/footer.tsx'
import type { NavEntry, NavLinkProps } from '#web/ui/nav-item.tsx'

/** Copyright, legal links and, for staff, the way to the admin dashboard (account-admin §2, Footer). */
export function SiteFooter({ isStaff }: { isStaff: boolean }) {
  const company = useCompany()
  const entries: NavEntry[] = [
    {
      id: 'terms',
      label: 'Terms',
      render: (props: NavLinkProps) => <Link to={paths.terms()} {...props} />,
    },
    {
      id: 'privacy',
      label: 'Privacy',
      render: (props: NavLinkProps) => <Link to={paths.privacy()} {...props} />,
    },
    { id: 'official-terms', label: 'Official terms', href: company.termsUrl, external: true },
    {
      id: 'official-privacy',
      label: 'Official privacy policy',
      href: company.privacyUrl,
      external: true,
    },
  ]
  if (isStaff) {
    entries.push({
      id: 'admin',
      label: 'Admin Dashboard',
      render: (props: NavLinkProps) => <Link to={paths.adminDashboard()} {...props} />,
    })
  }
  return <Footer notice={`© ${company.year} ${company.legalName}. ${company.tagline}.`} entries={entries} />
}
