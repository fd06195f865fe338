import { useMutation, useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { type Answer, api } from '#web/lib/api.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { endpointQuery, invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { toast } from '#web/ui/toast.ts'

type Profile = Pick<
  Answer<'GET /api/user/profile'>,
  'email' | 'email_confirmed' | 'mail_address' | 'email_bounced_at'
>

/** The system email, marked as unconfirmed until its link has been followed (choices §2.6). */
export function SystemEmail({
  profile: { email, email_confirmed, email_bounced_at },
}: {
  profile: Omit<Profile, 'mail_address'>
}) {
  if (!email) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <EmailText address={email} />
      {email_bounced_at || !email_confirmed ? (
        <Badge family="yellow" icon={Clock}>
          {email_bounced_at ? 'Email bounced' : 'Not confirmed'}
        </Badge>
      ) : null}
    </span>
  )
}

/** What an unconfirmed or bouncing address means, with a button to send a new link. */
export function UnconfirmedEmail({
  profile: { email, email_confirmed, mail_address, email_bounced_at },
}: {
  profile: Profile
}) {
  const again = useMutation({
    mutationFn: (address: string) => api('POST /api/user/update-email', { body: { email: address } }),
    onSuccess: async ({ confirmed }) => {
      await invalidate('GET /api/user/profile')
      toast(
        confirmed
          ? { kind: 'success', title: 'Your email is confirmed' }
          : { kind: 'success', title: 'Link sent', description: 'Check your spam folder, too.' },
      )
    },
    onError: (error) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      toast({ kind: 'error', title: 'We couldn’t send the link', description: error.message })
    },
  })
  if (!email || (email_confirmed && !email_bounced_at)) return null
  const link = (
    <Button
      className="mt-3"
      busy={again.isPending}
      busyLabel="Sending..."
      onClick={() => again.mutate(email)}
    >
      {email_bounced_at ? 'Send a link to this address' : 'Send the link again'}
    </Button>
  )
  if (email_bounced_at)
    return (
      <Banner kind="warning" title="Our email to you bounced" className="mb-6 max-w-[720px]">
        <p>
          We couldn’t deliver an email to <EmailText address={email} /> on {formatDate(email_bounced_at, '')}.
          If the address is wrong, change it in your profile, or ask support to change it if your profile is
          locked. If it’s right, send a link to it: once you follow the link, we’ll send reminders there
          again. We still try codes, warnings and decisions.
        </p>
        {link}
      </Banner>
    )
  return (
    <Banner kind="warning" title="Your system email is not confirmed" className="mb-6 max-w-[720px]">
      <p>
        Follow the link in the email we sent to <EmailText address={email} />.{' '}
        {mail_address ? (
          <>
            Until you do, we write to <EmailText address={mail_address} />.
          </>
        ) : (
          'Until you do, we can’t write to you, send you a copy of your data or review your application.'
        )}
      </p>
      {link}
    </Banner>
  )
}

/** For an applicant with an unconfirmed email: why the review hasn't started, and a button to send a new link. */
export function ReviewWaitsForEmail() {
  const { data } = useQuery(endpointQuery('GET /api/user/profile'))
  return data ? <UnconfirmedEmail profile={data} /> : null
}
