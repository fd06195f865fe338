import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** Where the link under a reminder leads. A button confirms: following a link changes nothing (security R26). */
export function StopRemindersPage() {
  usePageTitle('Stop reminders')
  const { token = '' } = useSearch({ from: '/app/stop-reminders' })
  const stop = useMutation({
    mutationFn: () => api('POST /api/reminders/stop/:token', { params: { token } }),
  })
  return (
    <Page width="narrow">
      <div className="max-w-[720px]">
        <h1 tabIndex={-1}>{stop.isSuccess ? 'No more reminders' : 'Stop reminders'}</h1>
        {stop.isSuccess ? (
          <p className="lead mt-3" role="status">
            We will not remind you of unfinished applications again. Your answers stay where they are.
          </p>
        ) : (
          <>
            <p className="lead mt-3">
              We will not remind you of unfinished applications again. Other emails about your account are not
              affected.
            </p>
            {stop.isError ? (
              <Banner kind="error" title="The reminders are not stopped yet" live className="mt-5">
                {stop.error.message}
              </Banner>
            ) : null}
            <Button
              variant="primary"
              size="lg"
              className="mt-7"
              busy={stop.isPending}
              busyLabel="Stopping..."
              onClick={() => stop.mutate()}
            >
              Stop reminders
            </Button>
          </>
        )}
      </div>
    </Page>
  )
}
