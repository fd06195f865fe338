import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { isVisitor, signInUrl, useOnboardingPerson } from '#web/lib/session.ts'
import { ReportBug } from '#web/shared/site/bug-report/report-bug.tsx'
import { openCookieSettings } from '#web/shared/site/cookies/settings-store.ts'
import { BRAND_CLASS, BrandLockup } from '#web/ui/brand.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { SignInShell } from '#web/ui/sign-in-shell.tsx'

export const SIGN_IN_TITLE = 'Sign in'

/**
 * The sign-in page (account-admin §2.3). It has no frame, so that a first visit loads little else (performance
 * P1).
 */
export function SignInPage() {
  usePageTitle(SIGN_IN_TITLE)
  const company = useCompany()
  const person = useOnboardingPerson()
  return (
    <SignInShell
      brand={
        <Link className={BRAND_CLASS} to="/">
          <BrandLockup />
        </Link>
      }
      tagline={company.tagline}
      description="Accelerating the transition to a sustainable future through a transparent, secure marketplace for environmental assets."
      links={
        <>
          <Link to="/terms">Terms</Link>
          <Link to="/privacy">Privacy</Link>
          <a href={`mailto:${company.supportEmail}`}>Contact Support</a>
          <button type="button" onClick={openCookieSettings}>
            Cookie settings
          </button>
          <ReportBug />
        </>
      }
    >
      <h1 tabIndex={-1}>{SIGN_IN_TITLE}</h1>
      <p className="mt-2.5 text-ink-2">
        Use one account to verify your identity, manage your profile and pay invoices.
      </p>
      <a className={buttonClass('primary', 'lg', true, 'mt-7')} href={signInUrl('/profile')}>
        Sign In / Sign Up with {company.signInProvider}
        <ArrowRight />
      </a>
      {person && isVisitor(person) ? (
        <Link className={buttonClass('secondary', 'lg', true, 'mt-3')} to="/email-collection">
          Continue your application
        </Link>
      ) : null}
      <p className="mt-4 text-sm text-ink-3">
        By continuing you agree to our <Link to="/terms">Terms of Service</Link> and{' '}
        <Link to="/privacy">Privacy Policy</Link>.
      </p>
      <hr className="mt-8 mb-6 h-px border-0 bg-line" />
      <ul className="grid gap-3.5 text-sm text-ink-2">
        <li className="flex gap-3">
          <ShieldCheck className="size-5" />
          <span>Your sign-in provider keeps your password. {company.name} never sees it.</span>
        </li>
        <li className="flex gap-3">
          <Clock className="size-5" />
          <span>
            New here? Verification is typically complete in under 72&nbsp;hours. You can{' '}
            <Link to="/email-collection">apply by email first</Link> and create an account afterwards.
          </span>
        </li>
      </ul>
    </SignInShell>
  )
}
