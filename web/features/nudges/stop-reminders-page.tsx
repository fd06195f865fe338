import { useSearch } from '@tanstack/react-router'
import { api } from '#web/lib/api.ts'
import { LinkConfirmation } from '#web/parts/link-confirmation.tsx'

/** Where the link under a reminder leads. */
export function StopRemindersPage() {
  const { token = '' } = useSearch({ from: '/app/stop-reminders' })
  return (
    <LinkConfirmation
      token={token}
      title="Stop reminders"
      text="We will not remind you of unfinished applications again. Other emails about your account are not affected."
      confirmLabel="Stop reminders"
      busyLabel="Stopping..."
      failedTitle="The reminders are not stopped yet"
      done={{
        title: 'No more reminders',
        text: 'We will not remind you of unfinished applications again. Your answers stay where they are.',
      }}
      onConfirm={(token) => api('POST /api/reminders/stop/:token', { params: { token } })}
    />
  )
}
