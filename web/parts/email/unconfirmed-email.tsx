import { useMutation } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { type Answer, api } from '#web/lib/api.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { toast } from '#web/ui/toast.ts'

type Profile = Pick<Answer<'GET /api/user/profile'>, 'email' | 'email_confirmed' | 'mail_address'>

/** The system email as people read it: one whose link nobody has followed says so (choices §2). */
export function SystemEmail({
  profile: { email, email_confirmed },
}: {
  profile: Omit<Profile, 'mail_address'>
}) {
  if (!email) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <EmailText address={email} />
      {email_confirmed ? null : (
        <Badge family="yellow" icon={Clock}>
          Not confirmed
        </Badge>
      )}
    </span>
  )
}

/** What an unconfirmed address means, and a new link for one that got lost. */
export function UnconfirmedEmail({
  profile: { email, email_confirmed, mail_address },
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
  if (!email || email_confirmed) return null
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
      <Button
        className="mt-3"
        busy={again.isPending}
        busyLabel="Sending..."
        onClick={() => again.mutate(email)}
      >
        Send the link again
      </Button>
    </Banner>
  )
}
