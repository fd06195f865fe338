import { Link } from '@tanstack/react-router'
import { useCompany } from '#web/lib/company.ts'
import { paths } from '#web/lib/paths.ts'
import { Footer } from '#web/ui/footer.tsx'
import type { NavEntry, NavLinkProps } from '#web/ui/nav-item.tsx'

/** Copyright, legal links and, for staff who administer, the way to the admin dashboard. */
export function SiteFooter({ isAdmin }: { isAdmin: boolean }) {
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
    { id: 'official', label: 'Official terms', href: company.termsUrl, external: true },
  ]
  if (isAdmin) {
    entries.push({
      id: 'admin',
      label: 'Admin Dashboard',
      render: (props: NavLinkProps) => <Link to={paths.adminDashboard()} {...props} />,
    })
  }
  return <Footer notice={`© ${company.year} ${company.legalName}. ${company.tagline}.`} entries={entries} />
}
