import { Link, Outlet } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import { useEffect } from 'react'
import { copyrightYears } from '#contract/company.ts'
import { forgetVisitor } from '#web/features/onboarding/visitor/stored-visitor.ts'
import { footerNotice, useCompany } from '#web/lib/company.ts'
import {
  currentPath,
  isVisitor,
  type OnboardingPerson,
  signInUrl,
  useOnboardingPerson,
} from '#web/lib/session.ts'
import { useReplayedRiskAcceptance } from '#web/shared/certifications/risk-disclosure/use-replayed-risk-acceptance.ts'
import { ReportBug } from '#web/shared/site/bug-report/report-bug.tsx'
import { openCookieSettings } from '#web/shared/site/cookies/settings-store.ts'
import { AppHeader } from '#web/ui/app-header.tsx'
import { barIconClass, PHONE_ONLY_CLASS } from '#web/ui/bar-class.ts'
import { BRAND_CLASS, BrandLockup } from '#web/ui/brand.tsx'
import { Footer } from '#web/ui/footer.tsx'
import type { NavEntry, NavLinkProps } from '#web/ui/nav-item.tsx'

const SIGN_IN: NavEntry = {
  id: 'sign-in',
  label: 'Sign in',
  onSelect: () => window.location.assign(signInUrl(currentPath())),
}

/** The onboarding's header and footer: one way out, and no distracting links (design §6.1). */
export function OnboardingLayout() {
  const company = useCompany()
  const person = useOnboardingPerson()
  useReplayedRiskAcceptance()
  useForgottenVisitor(person)
  const isAnonymous = person !== null && person !== undefined && isVisitor(person)
  const signIn = isAnonymous ? [SIGN_IN] : []
  // It says until when a visitor's application is kept; anyone else's home says how theirs stands.
  const exit = isAnonymous ? '/email-collection' : '/'
  return (
    <>
      <AppHeader
        label="Onboarding"
        brand={
          <Link className={BRAND_CLASS} to="/">
            <BrandLockup area="Verify" />
          </Link>
        }
        endItems={[
          { id: 'forum', label: 'Forum & Support', href: company.forumUrl, external: true },
          ...signIn,
          {
            id: 'exit',
            label: 'Exit and finish later',
            render: (props: NavLinkProps) => <Link to={exit} {...props} />,
          },
        ]}
        // People who can sign in have two ways out, in a menu.
        phone={
          signIn.length ? undefined : (
            <Link className={barIconClass(PHONE_ONLY_CLASS)} to={exit} aria-label="Exit and finish later">
              <LogOut className="size-5" />
            </Link>
          )
        }
      />
      <Outlet />
      <Footer
        belowActions
        notice={footerNotice(`© ${copyrightYears(company, new Date())} ${company.legalName}`, company)}
        entries={[
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
          { id: 'cookies', label: 'Cookie settings', onSelect: openCookieSettings },
          // Not floating, because it would cover the step's buttons (design §6.2).
          { id: 'bug', label: 'Report Bug', render: (props: NavLinkProps) => <ReportBug {...props} /> },
        ]}
      />
    </>
  )
}

/**
 * Once someone is signed in, removes everything this browser stores about the visitor before them, or
 * themselves as a visitor.
 */
function useForgottenVisitor(person: OnboardingPerson | null | undefined): void {
  const isSignedIn = person ? !isVisitor(person) : false
  useEffect(() => {
    if (isSignedIn) forgetVisitor()
  }, [isSignedIn])
}
