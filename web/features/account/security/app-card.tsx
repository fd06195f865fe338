import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatDate, relativeTime } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { SignInAgain, solvedBySignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

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
      {isRemoving ? (
        <RemoveMethodDialog
          title="Remove your authenticator app?"
          description="Your password alone will then be enough to sign in, unless you use a passkey."
          confirmLabel="Remove app"
          remove={() => api('DELETE /api/user/authenticator-app')}
          done="Authenticator app removed"
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </Card>
  )
}

/** Asks before a sign-in method is removed. */
export function RemoveMethodDialog({
  remove: request,
  done,
  onClose,
  ...texts
}: {
  title: string
  description: string
  confirmLabel: string
  remove: () => Promise<unknown>
  /** Announced after the removal. */
  done: string
  onClose: () => void
}) {
  const remove = useMutation({
    mutationFn: request,
    onSuccess: () => {
      onClose()
      toast({ kind: 'success', title: done })
      return invalidate('GET /api/user/sign-in-methods')
    },
  })
  return (
    <ConfirmDialog
      {...texts}
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
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

/** Shows a secret for the app to scan or type in, and verifies its first code. */
function SetUpAppDialog({
  setUp,
  onClose,
  onCodes,
}: {
  setUp: Answer<'POST /api/user/authenticator-app'>
  onClose: () => void
  onCodes: (codes: readonly string[]) => void
}) {
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api('POST /api/user/authenticator-app/confirm', { body: { code } }),
    retry: false,
    onSuccess: ({ recoveryCodes }) => {
      onClose()
      toast({ kind: 'success', title: 'Authenticator app added' })
      if (recoveryCodes) onCodes(recoveryCodes)
      return invalidate('GET /api/user/sign-in-methods')
    },
  })
  const problem = confirm.error instanceof ApiError ? confirm.error.fields.code : undefined
  return (
    <FormDialog
      title="Set up your authenticator app"
      description="Scan this code with your app, then enter the 6 digits that it shows."
      submitLabel="Turn on"
      busy={confirm.isPending}
      error={problem ? null : problemOf(confirm.error)}
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate()
      }}
      onClose={onClose}
    >
      <ConfirmFirst error={confirm.error} className="mb-6" />
      <QrCode
        text={setUp.uri}
        label="Code to scan with your authenticator app"
        className="mx-auto block w-[200px]"
      />
      <p className="mt-4 text-ink-2">
        Can’t scan it? Enter this key in your app:{' '}
        <span className="mono break-all">{setUp.secret.replace(/.{4}(?=.)/g, '$& ')}</span>
      </p>
      <TextField
        label="6-digit code"
        fieldClassName="mt-5"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Says how to confirm one's identity if a change was refused until that is done. */
export function ConfirmFirst({ error, className }: { error: unknown; className?: string }) {
  if (!solvedBySignIn(error)) return null
  return <SignInAgain why="We ask before anyone changes how you sign in." className={className} />
}

/** The dialog's text for any other refusal. */
export function problemOf(error: Error | null): { title: string; message: string } | null {
  return error && !solvedBySignIn(error) ? { title: 'Nothing was changed', message: error.message } : null
}
