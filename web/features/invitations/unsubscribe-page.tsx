import { useSearch } from '@tanstack/react-router'
import { api } from '#web/lib/api.ts'
import { LinkConfirmation } from '#web/shared/shell/link-confirmation.tsx'

/** The page that an invitation's unsubscribe link leads to. */
export function UnsubscribePage() {
  const { token = '' } = useSearch({ from: '/app/unsubscribe' })
  return (
    <LinkConfirmation
      token={token}
      title="Unsubscribe from invitations"
      text="We’ll send no more invitations to the address this email came to. You’ll still get emails about your account."
      confirmLabel="Unsubscribe"
      busyLabel="Unsubscribing..."
      failedTitle="You’re not unsubscribed yet"
      done={{
        title: 'You are unsubscribed',
        text: 'We’ll send no more invitations to this address. You can still create an account at any time.',
      }}
      onConfirm={(token) => api('POST /api/mail/unsubscribe/:token', { params: { token } })}
    />
  )
}
