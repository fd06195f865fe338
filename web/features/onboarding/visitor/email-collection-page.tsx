import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { APPLICATION_DAYS } from '#contract/onboarding/application-claims.ts'
import type { SentCode } from '#contract/onboarding/visitors.ts'
import type { Visitor } from '#contract/sign-in/auth.ts'
import { isWithUs } from '#domain/cases/case-waiting.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { isVisitor, signInUrl, useOnboardingPerson } from '#web/lib/session.ts'
import { useOwnCase } from '#web/shared/verification/own-case.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { Split } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { CodeForm, wantedKind, wantedPath } from './code-form.tsx'
import { DeleteApplication } from './delete-application.tsx'
import { EmailForm } from './email-form.tsx'
import { sentCodeQuery } from './queries.ts'
import { rememberedEmail } from './stored-visitor.ts'

const STEPS = [
  { id: 'email', title: 'Give your email', detail: 'We send a code to it, to check that it’s yours.' },
  {
    id: 'apply',
    title: 'Fill in and submit',
    detail: 'You can stop, and resume on any device.',
  },
  {
    id: 'register',
    title: 'Create an account or sign in',
    detail: 'Use the same email, and the application is yours.',
  },
  { id: 'review', title: 'We review it', detail: 'Within 48 hours of that. We’ll email you the result.' },
] as const

/**
 * For someone whose address has an account: they needn't create one. How far its application is isn't told before
 * they sign in.
 */
const KNOWN_STEPS = [
  { id: 'sign-in', title: 'Sign in', detail: 'What you’ve started or sent us is in your account.' },
  {
    id: 'apply',
    title: 'See what comes next',
    detail: 'Fill in what’s missing, or see how far our review is.',
  },
  {
    id: 'review',
    title: 'We review what you send',
    detail: 'Within 48 hours of you sending it. We’ll email you the result.',
  },
] as const

const stateOf = (index: number, current: number) =>
  index < current ? 'done' : index === current ? 'current' : 'next'

/** `/email-collection`: a visitor's first step, the code that proves their address, and what comes next. */
export function EmailCollectionPage() {
  const { returnTo } = useSearch({ from: '/app/email-collection' })
  const person = useOnboardingPerson()
  const [isKnown, setKnown] = useState(false)
  const visitor = person && isVisitor(person) ? person : null
  const own = useOwnCase(visitor?.kind ?? undefined)
  const { data } = useQuery(sentCodeQuery)
  /** The address in the form, while the visitor wants another than the one that is open or awaits its code. */
  const [other, setOther] = useState<string>()
  /** The application open in this browser, unless the visitor is giving another address. */
  const opened = other === undefined && !data?.code ? visitor : null
  const isSent = opened !== null && isWithUs(own?.state ?? null)
  const title = titleOf({ isKnown, isStarted: opened !== null })
  usePageTitle(title)
  // `href` decides where it leads; the types require `to` as well.
  if (person && !isVisitor(person))
    return <Navigate to="/onboarding/consumer" href={wantedPath(returnTo, null)} replace />
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>{title}</h1>
      <p className="mt-2.5 text-lead text-ink-2">
        {isKnown
          ? 'Sign in to start or continue your application, or to see how it’s doing.'
          : isSent
            ? 'You’ve submitted it. We start our review once you have an account.'
            : 'Fill it in now, and create your account when you’ve submitted it.'}
      </p>
      {person || isKnown ? null : <OtherKind returnTo={returnTo} />}
      <Split sides="side" className="mt-8">
        <Stage
          returnTo={returnTo}
          other={other}
          onOther={setOther}
          sent={data?.code}
          opened={opened}
          isSent={isSent}
          isKnown={isKnown}
          onKnown={setKnown}
        />
        <section aria-labelledby="what-next">
          <h2 id="what-next" className="mb-4">
            What happens next
          </h2>
          <Timeline
            items={(isKnown ? KNOWN_STEPS : STEPS).map((step, index) => ({
              ...step,
              state: stateOf(index, isKnown || !opened ? 0 : isSent ? 2 : 1),
            }))}
          />
          {isKnown ? null : (
            <p className="mt-5 text-sm text-ink-3">
              If you don’t create an account within {APPLICATION_DAYS} days, we delete your application and
              files.
            </p>
          )}
        </section>
      </Split>
    </Page>
  )
}

function titleOf({ isKnown, isStarted }: { isKnown: boolean; isStarted: boolean }): string {
  if (isKnown) return 'Sign in to continue'
  return isStarted ? 'Your application' : 'Start your application'
}

/** How long the application takes, and the way to that of the other kind. */
function OtherKind({ returnTo }: { returnTo: string | undefined }) {
  const isCompany = wantedKind(returnTo) === 'business'
  return (
    <p className="mt-2.5 text-ink-2">
      {isCompany ? 'A company’s application takes about 15 minutes.' : 'It takes about ten minutes.'}{' '}
      <Link
        to="/email-collection"
        search={{ returnTo: isCompany ? '/onboarding/consumer' : '/onboarding/business' }}
      >
        {isCompany ? 'Apply for yourself instead' : 'Apply for a company instead'}
      </Link>
    </p>
  )
}

/** The email, then its code; an application already open here is shown first. */
function Stage({
  returnTo,
  other,
  onOther,
  sent,
  opened,
  isSent,
  isKnown,
  onKnown,
}: {
  returnTo: string | undefined
  other: string | undefined
  onOther: (address: string | undefined) => void
  sent: SentCode | null | undefined
  opened: Visitor | null
  /** Whether the application open here was submitted. */
  isSent: boolean
  isKnown: boolean
  onKnown: (isKnown: boolean) => void
}) {
  if (other !== undefined)
    return <EmailForm email={other} returnTo={returnTo} autoFocus onSent={() => onOther(undefined)} />
  if (sent)
    return (
      <CodeForm
        sent={sent}
        returnTo={returnTo}
        isKnown={isKnown}
        onKnown={onKnown}
        onChangeAddress={() => onOther(sent.email)}
      />
    )
  if (opened)
    return (
      <StartedApplication
        applicant={opened}
        next={wantedPath(returnTo, opened.kind)}
        isSent={isSent}
        onOtherEmail={() => onOther('')}
      />
    )
  return <EmailForm email={rememberedEmail() ?? ''} returnTo={returnTo} />
}

/** The application open in this browser: continue with it, use another email, or delete it. */
function StartedApplication({
  applicant,
  next,
  isSent,
  onOtherEmail,
}: {
  applicant: Visitor
  next: string
  isSent: boolean
  onOtherEmail: () => void
}) {
  const router = useRouter()
  const signIn = signInUrl(next, { signUp: true })
  const [isAsking, setAsking] = useState(false)
  return (
    <Card aria-labelledby="begun">
      <CardHeader
        id="begun"
        title={isSent ? 'You’ve submitted an application' : 'You’ve started an application'}
      />
      <CardBody>
        <KeyValueList
          items={[
            { label: 'Email', value: <EmailText address={applicant.email} /> },
            { label: 'Kept until', value: formatDate(applicant.expiresAt) },
          ]}
        />
        <div className="mt-7 flex flex-wrap gap-3">
          {isSent ? (
            <a className={buttonClass('primary', 'lg')} href={signIn}>
              Create an account or sign in
            </a>
          ) : (
            <Button variant="primary" size="lg" onClick={() => router.history.push(next)}>
              Continue
            </Button>
          )}
          <Button size="lg" onClick={onOtherEmail}>
            Use another email
          </Button>
          <Button variant="tertiary" size="lg" onClick={() => setAsking(true)}>
            Delete it
          </Button>
        </div>
        <p className="mt-6 text-ink-2">
          {isSent ? (
            'With this email, confirmed, the application is yours.'
          ) : (
            <>
              Submitted it? <a href={signIn}>Create an account or sign in</a> with this email, and the
              application is yours.
            </>
          )}
        </p>
        <p className="mt-3 text-ink-2">
          With another email you start another application. We keep this one until the date above: give its
          email here to open it again.
        </p>
      </CardBody>
      <DeleteApplication
        open={isAsking}
        onOpenChange={setAsking}
        description="We delete all answers and files in it. This can’t be undone."
      />
    </Card>
  )
}
