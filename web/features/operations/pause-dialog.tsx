import { useMutation } from '@tanstack/react-query'
import type { ScheduleName } from '#contract/operations/job-names.ts'
import { jobText } from '#domain/jobs/job-text.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before a job is paused, and says what that means for people. */
export function PauseDialog({ name, onClose }: { name: ScheduleName; onClose: () => void }) {
  const { title, pausing, isDuty } = jobText(name)
  const pause = useMutation({
    mutationFn: () => api('POST /api/admin/jobs/:name/pause', { params: { name }, body: {} }),
    onSuccess: async () => {
      onClose()
      await invalidate('GET /api/admin/jobs')
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Pause “${title}”?`}
      description={
        <>
          {pausing} {isDuty ? 'After a day we email every super admin.' : ''}
        </>
      }
      confirmLabel="Pause"
      danger={isDuty}
      busy={pause.isPending}
      busyLabel="Pausing..."
      error={pause.error ? { title: 'Nothing was paused', message: pause.error.message } : null}
      onConfirm={() => pause.mutate()}
    />
  )
}
