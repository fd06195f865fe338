import { Navigate, useSearch } from '@tanstack/react-router'
import { UNCLAIMED_DAYS } from '#contract/claims.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/lib/paths.ts'
import { isVisitor, useOnboardingPerson } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { Timeline } from '#web/ui/timeline.tsx'
import { BegunApplication } from './begun-application.tsx'
import { EmailForm } from './email-form.tsx'
import { wantedPath } from './wanted-path.ts'

const STEPS = [
  { id: 'email', title: 'Give your email', detail: 'It names your application. We send nothing to it yet.' },
  {
    id: 'apply',
    title: 'Fill in and submit',
    detail: 'It takes about ten minutes. You need no account for it.',
  },
  {
    id: 'register',
    title: 'Register or log in',
    detail: 'With the same email, confirmed, in this browser. The application then belongs to you.',
  },
  { id: 'review', title: 'We review it', detail: 'Within 48 hours from then. We email you the result.' },
] as const

const stateOf = (index: number, current: number) =>
  index < current ? 'done' : index === current ? 'current' : 'next'

/** `/email-collection`: a visitor's first step, and what comes after it (decisions §1). */
export function EmailCollectionPage() {
  usePageTitle('Start your application')
  const { returnTo } = useSearch({ from: '/app/email-collection' })
  const person = useOnboardingPerson()
  const next = wantedPath(returnTo)
  // The address has the word; the types ask for a route beside it.
  if (person && !isVisitor(person)) return <Navigate to={paths.consumerOnboarding()} href={next} replace />
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>Start your application</h1>
      <p className="lead mt-2.5">You can fill it in now, and register when you have submitted it.</p>
      <div className="split-side mt-8">
        {person ? <BegunApplication applicant={person} next={next} /> : <EmailForm next={next} />}
        <section aria-labelledby="what-next">
          <h2 id="what-next" className="mb-4">
            What happens next
          </h2>
          <Timeline
            items={STEPS.map((step, index) => ({ ...step, state: stateOf(index, person ? 1 : 0) }))}
          />
          <p className="mt-5 text-sm text-ink-3">
            We keep an application that nobody has registered for {UNCLAIMED_DAYS} days. Then we delete it
            with its files.
          </p>
        </section>
      </div>
    </Page>
  )
}
