import { useSearch } from '@tanstack/react-router'
import { api } from '#web/lib/api.ts'
import { LinkConfirmation } from '#web/parts/link-confirmation.tsx'

/** Where the unsubscribe link of an invitation leads. */
export function UnsubscribePage() {
  const { token = '' } = useSearch({ from: '/app/unsubscribe' })
  return (
    <LinkConfirmation
      token={token}
      title="Unsubscribe from invitations"
      text="We will send no more invitations to the address that this email came to. Emails about an account of yours are not affected."
      confirmLabel="Unsubscribe"
      busyLabel="Unsubscribing..."
      failedTitle="You are not unsubscribed yet"
      done={{
        title: 'You are unsubscribed',
        text: 'We will send no more invitations to this address. You can still create an account at any time.',
      }}
      onConfirm={(token) => api('POST /api/mail/unsubscribe/:token', { params: { token } })}
    />
  )
}
