import { useSearch } from '@tanstack/react-router'
import { api } from '#web/lib/api.ts'
import { LinkConfirmation } from '#web/shared/shell/link-confirmation.tsx'

/** The page that a reminder's stop link leads to. */
export function StopRemindersPage() {
  const { token = '' } = useSearch({ from: '/app/stop-reminders' })
  return (
    <LinkConfirmation
      token={token}
      title="Stop reminders"
      text="We won’t remind you about unfinished applications again. You’ll still get other emails about your account."
      confirmLabel="Stop reminders"
      busyLabel="Stopping..."
      failedTitle="The reminders are not stopped yet"
      done={{
        title: 'No more reminders',
        text: 'We won’t remind you about unfinished applications again. Your answers are kept.',
      }}
      onConfirm={(token) => api('POST /api/reminders/stop/:token', { params: { token } })}
    />
  )
}
