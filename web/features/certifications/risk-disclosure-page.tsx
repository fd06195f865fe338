import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { readStored, removeStored } from '#web/lib/browser-storage.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { signInUrl, useOnboardingPerson } from '#web/lib/session.ts'
import { LOCAL_KEYS } from '#web/lib/storage-keys.ts'
import { riskAcceptedQuery } from '#web/shared/certifications/risk-disclosure/queries.ts'
import type { AcceptanceResult } from '#web/shared/certifications/risk-disclosure/risk-acceptance.ts'
import { RiskDisclosureForm } from '#web/shared/certifications/risk-disclosure/risk-disclosure-form.tsx'
import { pathAfterRiskDisclosure } from '#web/shared/onboarding/next-place.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/**
 * The disclosure on its own, readable by anyone. Accepting needs a sign-in or an applicant session. Someone
 * signed out is told so before reading; if they accept anyway, it is kept during the sign-in and recorded then.
 */
export function RiskDisclosurePage() {
  usePageTitle('Risk Disclosure')
  const user = useOnboardingPerson()
  const router = useRouter()
  const accepted = useQuery({ ...riskAcceptedQuery(user?.id ?? 0), enabled: Boolean(user) })
  const isAccepted = accepted.data?.hasAccepted ?? false

  const handleAccepted = (result: AcceptanceResult) => {
    if (result.kind === 'kept' && result.signedOut) window.location.assign(signInUrl('/onboarding'))
    else goOn()
  }
  const goOn = () => {
    const next = pathAfterRiskDisclosure(readStored('local', LOCAL_KEYS.onboardingNextStep))
    removeStored('local', LOCAL_KEYS.onboardingNextStep)
    router.history.push(next)
  }

  return (
    <Page width="narrow">
      <div className="mx-auto max-w-[720px]">
        <h1 tabIndex={-1}>Risk Disclosure</h1>
        <p className="mt-3 mb-8 text-ink-2">
          Read what can go wrong before you put money into carbon credits.
        </p>
        {user === null ? <SignInFirst /> : null}
        {isAccepted ? <AcceptedBefore /> : null}
        {user === undefined || (user && accepted.isPending) ? null : (
          <RiskDisclosureForm
            isAccepted={isAccepted}
            userId={user?.id ?? null}
            source="standalone"
            submitLabel="Accept and continue"
            onAccepted={handleAccepted}
          />
        )}
        {isAccepted ? (
          <Button variant="primary" size="lg" className="mt-6" onClick={goOn}>
            Continue
          </Button>
        ) : null}
      </div>
    </Page>
  )
}

/** For someone reading it again, e.g. from a link in their verification. */
function AcceptedBefore() {
  return (
    <Banner kind="success" title="You’ve accepted this before" className="mb-6">
      You can read it here again. You don’t need to accept it again.
    </Banner>
  )
}

function SignInFirst() {
  return (
    <Banner kind="info" title="You need to sign in to accept this" className="mb-6">
      Anyone can read it. If you accept it before you sign in, we ask you to sign in next and record your
      acceptance then. <a href={signInUrl('/risk-disclosure')}>Sign in first</a>
    </Banner>
  )
}
