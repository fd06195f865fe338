import { useSearch } from '@tanstack/react-router'
import { safeReturnPath } from '#domain/return-path.ts'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { signInUrl, useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { Page } from '#web/ui/page.tsx'
import { Timeline } from '#web/ui/timeline.tsx'

/**
 * The page after a sign-in whose email belongs to another account: accounts are never joined by email alone, so
 * the person chooses (choices §2.1, security R3).
 */
export function OtherAccountPage() {
  usePageTitle('You have another account')
  const { returnTo } = useSearch({ from: '/app/account/other-account' })
  const next = safeReturnPath(returnTo)
  const user = useUser()
  const company = useCompany()
  return (
    <Page width="narrow">
      <div className="max-w-[720px]">
        <h1 tabIndex={-1}>You have another account</h1>
        <p className="mt-3 text-lead text-ink-2">
          You already have an account with{' '}
          {user?.auth0_email ? <EmailText address={user.auth0_email} /> : 'this email'}, with a different way
          to sign in.
        </p>
        <p className="mt-3 text-ink-2">
          We never join accounts by email alone, so that no one can take over yours. The other account wasn’t
          changed or shown.
        </p>
        <h2 className="text-h3 mt-8 mb-4">What you can do</h2>
        <Timeline
          items={[
            {
              id: 'other',
              title: 'Sign in to the account you have',
              detail: 'Choose the way you signed in before. Your verification and invoices are there.',
              state: 'current',
            },
            {
              id: 'new',
              title: 'Or continue with a new account',
              detail: 'It’s empty, needs its own verification and another email.',
              state: 'next',
            },
            {
              id: 'support',
              title: 'Or ask us',
              detail: (
                <>
                  If you can’t sign in that way any more, email{' '}
                  <a href={`mailto:${company.supportEmail}`}>{company.supportEmail}</a>. We’ll check who you
                  are before we join accounts.
                </>
              ),
              state: 'next',
            },
          ]}
        />
        <div className="mt-8 flex flex-wrap gap-3">
          <a className={buttonClass('primary', 'lg')} href={signInUrl(next, { reauth: true })}>
            Sign in another way
          </a>
          <a className={buttonClass('secondary', 'lg')} href={next}>
            Continue with the new account
          </a>
        </div>
      </div>
    </Page>
  )
}
