import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { APPLICATION_DAYS } from '#contract/onboarding/application-claims.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { isVisitor, useOnboardingPerson } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { CodeForm } from './code-form.tsx'
import { EmailForm } from './email-form.tsx'
import { sentCodeQuery } from './queries.ts'
import { StartedApplication } from './started-application.tsx'
import { rememberedEmail } from './stored-visitor.ts'
import { wantedPath } from './wanted-path.ts'

const STEPS = [
  { id: 'email', title: 'Give your email', detail: 'We send a code to it, to check that it’s yours.' },
  {
    id: 'apply',
    title: 'Fill in and submit',
    detail: 'It takes about ten minutes. You can stop, and resume on any device.',
  },
  {
    id: 'register',
    title: 'Create an account or sign in',
    detail: 'Use the same email, and the application is yours.',
  },
  { id: 'review', title: 'We review it', detail: 'Within 48 hours of that. We’ll email you the result.' },
] as const

const stateOf = (index: number, current: number) =>
  index < current ? 'done' : index === current ? 'current' : 'next'

/** `/email-collection`: a visitor's first step, the code that proves their address, and what comes after it. */
export function EmailCollectionPage() {
  usePageTitle('Start your application')
  const { returnTo } = useSearch({ from: '/app/email-collection' })
  const person = useOnboardingPerson()
  // The address has the word; the types ask for a route beside it.
  if (person && !isVisitor(person))
    return <Navigate to="/onboarding/consumer" href={wantedPath(returnTo, null)} replace />
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>Start your application</h1>
      <p className="lead mt-2.5">Fill it in now, and create your account when you’ve submitted it.</p>
      <div className="split-side mt-8">
        <Stage returnTo={returnTo} />
        <section aria-labelledby="what-next">
          <h2 id="what-next" className="mb-4">
            What happens next
          </h2>
          <Timeline
            items={STEPS.map((step, index) => ({ ...step, state: stateOf(index, person ? 1 : 0) }))}
          />
          <p className="mt-5 text-sm text-ink-3">
            If you don’t create an account within {APPLICATION_DAYS} days, we delete your application and
            files.
          </p>
        </section>
      </div>
    </Page>
  )
}

/** The email, then its code; an application that is open here is shown first. */
function Stage({ returnTo }: { returnTo: string | undefined }) {
  const person = useOnboardingPerson()
  const visitor = person && isVisitor(person) ? person : null
  const { data } = useQuery(sentCodeQuery)
  /** The address in the form, while another than the one that is open or waits for its code is wanted. */
  const [other, setOther] = useState<string>()
  const sent = data?.code
  if (other !== undefined)
    return <EmailForm email={other} returnTo={returnTo} autoFocus onSent={() => setOther(undefined)} />
  if (sent) return <CodeForm sent={sent} returnTo={returnTo} onChangeAddress={() => setOther(sent.email)} />
  if (visitor)
    return (
      <StartedApplication
        applicant={visitor}
        next={wantedPath(returnTo, visitor.kind)}
        onOtherEmail={() => setOther('')}
      />
    )
  return <EmailForm email={rememberedEmail() ?? ''} returnTo={returnTo} />
}
