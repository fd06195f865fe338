import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { InvitationLinkState } from '#contract/invitations/invitations.ts'
import { useCompany } from '#web/lib/company.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { signInUrl } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'

/** The page that an invitation's link leads to: what it is about, and the sign-up that accepts it. */
export function InvitationPage() {
  const { name } = useCompany()
  usePageTitle(`Invitation to ${name}`)
  const { token = '' } = useSearch({ from: '/app/invitation' })
  const query = useQuery({
    ...endpointQuery('GET /api/invitations/:token', { params: { token } }),
    enabled: token !== '',
  })
  const state = token ? query.data?.state : 'unknown'
  if (state) return <Invitation state={state} token={token} />
  return (
    <Page width="narrow">
      <h1 tabIndex={-1}>Your invitation</h1>
      {query.error ? (
        <ErrorState
          title="We could not look up your invitation"
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <LoadingRegion label="Looking up your invitation" className="mt-4 grid gap-3">
          <Skeleton height={24} />
          <Skeleton width={220} height={48} />
        </LoadingRegion>
      )}
    </Page>
  )
}

function Invitation({ state, token }: { state: InvitationLinkState; token: string }) {
  const { name, supportEmail } = useCompany()
  const text = {
    open: {
      title: `You’re invited to ${name}`,
      lead: 'Create your account with the email address your invitation came to. Identity checks take 24 to 48 hours, and you can start now.',
    },
    accepted: {
      title: 'Your invitation has been accepted',
      lead: 'You already have an account. Sign in to continue.',
    },
    expired: {
      title: 'This invitation has ended',
      lead: `An invitation is open for 14 days. Write to ${supportEmail} for another one, or create an account without it.`,
    },
    unknown: {
      title: 'This invitation link isn’t valid',
      lead: `The link may be incomplete. Copy all of it from the email, or write to ${supportEmail}.`,
    },
  }[state]
  const address = (returnTo: string, signUp: boolean) =>
    signInUrl(returnTo, { signUp, ...(state === 'open' && { invitation: token }) })
  return (
    <Page width="narrow">
      <div className="max-w-[720px]">
        <h1 tabIndex={-1}>{text.title}</h1>
        <p className="mt-3 text-lead text-ink-2">{text.lead}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          {state === 'open' || state === 'expired' ? (
            <a className={buttonClass('primary', 'lg')} href={address('/onboarding', true)}>
              Create your account
            </a>
          ) : null}
          <a
            className={buttonClass(state === 'accepted' ? 'primary' : 'secondary', 'lg')}
            href={address('/profile', false)}
          >
            {state === 'open' ? 'I have an account' : 'Sign in'}
          </a>
        </div>
      </div>
    </Page>
  )
}
