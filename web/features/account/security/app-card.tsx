import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api } from '#web/lib/api.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ConfirmFirst, problemOf } from './confirm-first.tsx'
import { SetUpAppDialog } from './set-up-app-dialog.tsx'

/** The person's authenticator app, with a way to set one up or to remove it. */
export function AppCard({
  app,
  onCodes,
}: {
  app: Answer<'GET /api/user/sign-in-methods'>['app']
  onCodes: (codes: readonly string[]) => void
}) {
  const [isRemoving, setRemoving] = useState(false)
  const start = useMutation({ mutationFn: () => api('POST /api/user/authenticator-app'), retry: false })
  const problem = problemOf(start.error)
  return (
    <Card aria-labelledby="authenticator-app">
      <CardHeader id="authenticator-app" title="Authenticator app">
        {app ? (
          <Button onClick={() => setRemoving(true)}>
            Remove<span className="sr-only"> authenticator app</span>
          </Button>
        ) : (
          <Button busy={start.isPending} busyLabel="Starting..." onClick={() => start.mutate()}>
            Set up<span className="sr-only"> authenticator app</span>
          </Button>
        )}
      </CardHeader>
      <CardBody>
        <ConfirmFirst error={start.error} className="mb-4" />
        {problem ? (
          <Banner kind="error" title={problem.title} live className="mb-4">
            {problem.message}
          </Banner>
        ) : null}
        <p className="text-ink-2">
          {app
            ? `We ask for a code from your app when you sign in with your password. Added ${formatDate(app.addedAt)}.`
            : 'When you sign in with your password, we also ask for a code that an app on your phone shows.'}
          {app?.lastUsedAt ? ` Last used ${relativeTime(app.lastUsedAt)}.` : ''}
        </p>
      </CardBody>
      {start.data ? (
        <SetUpAppDialog setUp={start.data} onClose={() => start.reset()} onCodes={onCodes} />
      ) : null}
      {isRemoving ? <RemoveDialog onClose={() => setRemoving(false)} /> : null}
    </Card>
  )
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/user/authenticator-app'),
    onSuccess: () => {
      onClose()
      return invalidate('GET /api/user/sign-in-methods')
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Remove your authenticator app?"
      description="Your password alone will then be enough to sign in, unless you use a passkey."
      confirmLabel="Remove app"
      danger
      busy={remove.isPending}
      busyLabel="Removing..."
      error={problemOf(remove.error)}
      onConfirm={() => remove.mutate()}
    >
      <ConfirmFirst error={remove.error} className="mt-4" />
    </ConfirmDialog>
  )
}
