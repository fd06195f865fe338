import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { APPLICATION_DAYS, type ClaimProblem } from '#contract/onboarding/application-claims.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { sessionQuery, signInUrl, useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { DeleteApplication } from './delete-application.tsx'
import { rememberedEmail } from './stored-visitor.ts'

/** How often the page checks whether the address has been confirmed, in milliseconds. */
const CONFIRMED_EVERY_MS = 5000

const TITLES: Readonly<Record<ClaimProblem, string>> = {
  unconfirmed: 'Confirm your email address',
  'other-address': 'This application has another email',
  'own-application': 'Your account already has an application',
  expired: 'We’ve deleted this application',
}

/** After a sign-in that didn't take over this browser's application: what happened, and what to do. */
export function ClaimPage() {
  const { problem = 'expired', returnTo } = useSearch({ from: '/app/account/onboarding/claim' })
  usePageTitle(TITLES[problem])
  return (
    <Page width="narrow">
      <div className="max-w-[720px]">
        <h1 tabIndex={-1}>{TITLES[problem]}</h1>
        <Explanation problem={problem} next={safeReturnPath(returnTo)} />
      </div>
    </Page>
  )
}

function Explanation({ problem, next }: { problem: ClaimProblem; next: string }) {
  switch (problem) {
    case 'unconfirmed':
      return <Unconfirmed next={next} />
    case 'other-address':
      return <OtherAddress next={next} />
    case 'own-application':
      return <OwnApplication />
    case 'expired':
      return <Expired />
    default:
      return problem satisfies never
  }
}

function Unconfirmed({ next }: { next: string }) {
  const router = useRouter()
  // The link opens in another tab, so this page polls for it.
  const { data } = useQuery({ ...sessionQuery, refetchInterval: CONFIRMED_EVERY_MS })
  const isDone = data?.user?.email_verified === true && !data.waitingApplication
  useEffect(() => {
    if (isDone) router.history.replace(next)
  }, [isDone, next, router])
  return (
    <>
      <p className="mt-3 text-lead text-ink-2">
        Your application is safe. It’s yours as soon as you confirm your email address.
      </p>
      <div className="mt-7">
        <Timeline
          items={[
            { id: 'account', title: 'You’re signed in', state: 'done' },
            {
              id: 'link',
              title: 'Follow the link in our email',
              detail: 'Check your spam folder, too.',
              state: 'current',
            },
            {
              id: 'yours',
              title: 'The application moves to your account',
              detail: 'You don’t need to sign in again. We start the review then.',
              state: 'next',
            },
          ]}
        />
      </div>
      <Actions>
        <Link className={buttonClass('secondary', 'lg')} to="/welcome">
          Continue without it for now
        </Link>
      </Actions>
      <p className="mt-6 text-ink-3">
        Confirmed it, but still here? <a href={signInUrl(next)}>Sign in again</a>. We keep the application for{' '}
        {APPLICATION_DAYS} days from when you started it. Don’t start another one until then.
      </p>
    </>
  )
}

function OtherAddress({ next }: { next: string }) {
  const user = useUser()
  const [startedWith] = useState(rememberedEmail)
  return (
    <>
      <p className="mt-3 text-lead text-ink-2 break-words">
        You are signed in{user?.email ? ` as ${user.email}` : ''}. The application in this browser was started
        with {startedWith ? maskEmail(startedWith) : 'another email'}, so we haven’t added it to your account.
      </p>
      <Banner kind="info" title="Is it yours?" className="mt-6">
        Sign in, or create an account, with the email you started it with. We keep it for {APPLICATION_DAYS}{' '}
        days.
      </Banner>
      <Actions>
        <Link className={buttonClass('primary', 'lg')} to="/welcome">
          Continue to your account
        </Link>
        <a className={buttonClass('secondary', 'lg')} href={signInUrl(next, { reauth: true })}>
          Sign in with another email
        </a>
      </Actions>
    </>
  )
}

function OwnApplication() {
  const [isAsking, setAsking] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  return (
    <>
      <p className="mt-3 text-lead text-ink-2">
        We haven’t added the one in this browser, so nothing of yours is overwritten. Continue with the one in
        your account.
      </p>
      {isDeleted ? (
        <Banner kind="success" title="The other application is deleted" live className="mt-6">
          We’ve deleted its answers and files.
        </Banner>
      ) : null}
      <Actions>
        <Link className={buttonClass('primary', 'lg')} to="/verification">
          See your verification
        </Link>
        {isDeleted ? null : (
          <Button variant="danger" size="lg" onClick={() => setAsking(true)}>
            Delete the other one
          </Button>
        )}
      </Actions>
      <DeleteApplication
        open={isAsking}
        onOpenChange={setAsking}
        description="We delete the answers and files you gave before you signed in. The application in your account won’t change."
        onDeleted={() => setDeleted(true)}
      />
    </>
  )
}

function Expired() {
  return (
    <>
      <p className="mt-3 text-lead text-ink-2">
        If you don’t create an account within {APPLICATION_DAYS} days, we delete your application and files.
        You’re signed in now, so anything you start is saved to your account.
      </p>
      <Actions>
        <Link className={buttonClass('primary', 'lg')} to="/onboarding">
          Start your application
        </Link>
        <Link className={buttonClass('tertiary', 'lg')} to="/verification">
          See your verification
        </Link>
      </Actions>
    </>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-8 flex flex-wrap gap-3">{children}</div>
}

/**
 * Masks an address so that its owner recognises it and a stranger can't use it: the first letter and the part
 * after the @.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}
