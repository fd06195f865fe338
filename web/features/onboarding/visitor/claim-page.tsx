import { Link, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type ClaimProblem, UNCLAIMED_DAYS } from '#contract/claims.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { signInUrl, useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { DeleteApplication } from './delete-application.tsx'
import { maskEmail } from './mask-email.ts'
import { rememberedEmail } from './stored-visitor.ts'

const TITLES: Readonly<Record<ClaimProblem, string>> = {
  unconfirmed: 'Confirm your email address',
  'other-address': 'This application was begun with another email',
  'own-application': 'Your account already has an application',
  expired: 'This application is no longer kept',
}

/** After a sign-in that did not take over the application of this browser: what happened, and what to do (decisions §2). */
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
  return (
    <>
      <p className="lead mt-3">
        The application you began is safe. It becomes yours as soon as your email address is confirmed.
      </p>
      <div className="mt-7">
        <Timeline
          items={[
            { id: 'account', title: 'You are signed in', state: 'done' },
            {
              id: 'link',
              title: 'Follow the link in our email',
              detail: 'It was sent to your address. Look in the spam folder, too.',
              state: 'current',
            },
            {
              id: 'again',
              title: 'Come back to this browser and sign in again',
              detail: 'Your application is then in your account, and its review begins.',
              state: 'next',
            },
          ]}
        />
      </div>
      <Actions>
        <a className={buttonClass('primary', 'lg')} href={signInUrl(next)}>
          I have confirmed it: sign in again
        </a>
        <Link className={buttonClass('tertiary', 'lg')} to={paths.welcome()}>
          Go on without it for now
        </Link>
      </Actions>
      <p className="mt-6 text-ink-3">
        We keep it for {UNCLAIMED_DAYS} days from when you began it. Begin no other application until then: an
        account has one.
      </p>
    </>
  )
}

function OtherAddress({ next }: { next: string }) {
  const user = useUser()
  const [begunWith] = useState(rememberedEmail)
  return (
    <>
      <p className="lead mt-3 break-words">
        You are signed in{user?.email ? ` as ${user.email}` : ''}. The application in this browser was begun
        with {begunWith ? maskEmail(begunWith) : 'another email'}, so nothing of it was added to your account.
      </p>
      <Banner kind="info" title="Is it yours?" className="mt-6">
        Sign in with the email that it was begun with. If that email has a mistake in it, log out and begin
        again with the right one. An application that nobody registers is deleted after {UNCLAIMED_DAYS} days.
      </Banner>
      <Actions>
        <Link className={buttonClass('primary', 'lg')} to={paths.welcome()}>
          Go on to your account
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
      <p className="lead mt-3">
        The one begun in this browser was not added to it, so that nothing of yours is overwritten. Go on with
        the one in your account.
      </p>
      {isDeleted ? (
        <Banner kind="success" title="The other application is deleted" live className="mt-6">
          Nothing of it is kept.
        </Banner>
      ) : null}
      <Actions>
        <Link className={buttonClass('primary', 'lg')} to={paths.verification()}>
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
        description="All answers and files given in this browser before you signed in are deleted. Your account’s own application stays as it is."
        onDeleted={() => setDeleted(true)}
      />
    </>
  )
}

function Expired() {
  return (
    <>
      <p className="lead mt-3">
        An application that nobody registers is deleted with its files after {UNCLAIMED_DAYS} days, and the
        one begun in this browser was older. You are signed in now: what you begin belongs to your account at
        once.
      </p>
      <Actions>
        <Link className={buttonClass('primary', 'lg')} to={paths.onboarding()}>
          Start your application
        </Link>
        <Link className={buttonClass('tertiary', 'lg')} to={paths.verification()}>
          See your verification
        </Link>
      </Actions>
    </>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-8 flex flex-wrap gap-3">{children}</div>
}
