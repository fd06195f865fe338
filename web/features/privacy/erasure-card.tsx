import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ERASURE_DAYS } from '#contract/privacy/privacy.ts'
import { api } from '#web/lib/api.ts'
import { isSignedOut } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { forgetTyped, storeTyped, typedBefore } from '#web/lib/typed-before-sign-in.ts'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { dismissToast, toast } from '#web/ui/toast.ts'
import { ErasurePlanLists } from './erasure-plan-lists.tsx'
import type { OwnPrivacy } from './queries.ts'

const REASON_MAX = 1000

/** Requests the erasure of one's account and data, says beforehand what that does, and cancels the request. */
export function ErasureCard({ privacy: { erasure, plan } }: { privacy: OwnPrivacy }) {
  const received = useRef<number | null>(null)
  const handleAsked = () => {
    received.current = toast({
      kind: 'success',
      title: 'We have received your request',
      description: 'We’ve emailed you the details.',
    })
  }
  // The messages about the request are no longer true once it is cancelled.
  const handleCancelled = () => {
    if (received.current !== null) dismissToast(received.current)
    toast({ kind: 'success', title: 'Your request is cancelled' })
  }
  return (
    <Card aria-labelledby="erasure">
      <CardHeader id="erasure" title="Delete your account and data" />
      <CardBody>
        {erasure?.state === 'requested' ? (
          <OpenRequest
            requestedAt={erasure.requestedAt}
            dueAt={erasure.dueAt}
            onCancelled={handleCancelled}
          />
        ) : (
          <>
            {erasure?.state === 'refused' ? (
              <Banner kind="warning" title="We couldn’t delete your data" className="mb-4">
                {erasure.answer} If you think we’re wrong, complain below or ask again.
              </Banner>
            ) : null}
            <p className="text-ink-2">
              We’ll delete your account within {ERASURE_DAYS} days. This can’t be undone.
            </p>
          </>
        )}
        <ErasurePlanLists plan={plan} />
        {erasure?.state === 'requested' ? null : <AskButton onAsked={handleAsked} />}
      </CardBody>
    </Card>
  )
}

function OpenRequest({
  requestedAt,
  dueAt,
  onCancelled,
}: {
  requestedAt: string
  dueAt: string
  onCancelled: () => void
}) {
  const takeBack = useMutation({
    mutationFn: () => api('DELETE /api/privacy/erasure'),
    onSuccess: async () => {
      await invalidate('GET /api/privacy', 'GET /api/user/profile', 'GET /api/home')
      onCancelled()
    },
    onError: (error) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      toast({ kind: 'error', title: 'We couldn’t cancel your request', description: error.message })
    },
  })
  return (
    <Banner kind="info" title={`You asked for this on ${formatDate(requestedAt)}`}>
      <p>We’ll answer by {formatDate(dueAt)}. You can cancel it until we’ve done it.</p>
      <Button
        className="mt-3"
        busy={takeBack.isPending}
        busyLabel="Cancelling..."
        onClick={() => takeBack.mutate()}
      >
        Cancel the request
      </Button>
    </Banner>
  )
}

function AskButton({ onAsked }: { onAsked: () => void }) {
  const asking = useDialogInAddress('erase')
  const keptAs = `ask-erasure-${useUser()?.id}`
  const [reason, setReason] = useState(() => typedBefore(keptAs).reason ?? '')
  const ask = useMutation({
    mutationFn: () => api('POST /api/privacy/erasure', { body: { reason: reason.trim() || undefined } }),
    onSuccess: async () => {
      forgetTyped()
      asking.close()
      await invalidate('GET /api/privacy', 'GET /api/user/profile', 'GET /api/home')
      onAsked()
    },
    onError: (error) => {
      if (isSignedOut(error)) window.location.assign(signInUrl(currentPath()))
    },
  })
  const again = needsSignIn(ask.error)
  return (
    <>
      <Button variant="danger" className="mt-6" onClick={asking.open}>
        Delete my data
      </Button>
      <ConfirmDialog
        open={asking.isOpen}
        onOpenChange={() => {
          ask.reset()
          asking.close()
        }}
        title="Delete your account and data?"
        description="You can cancel the request until we’ve done it. After that it can’t be undone."
        confirmLabel="Delete my data"
        danger
        busy={ask.isPending}
        busyLabel="Sending..."
        error={
          ask.error && !again ? { title: 'We couldn’t send your request', message: ask.error.message } : null
        }
        onConfirm={() => ask.mutate()}
      >
        {again ? (
          <SignInAgain
            title="Sign in again to ask for this"
            why="We want to be sure it’s you."
            returnTo={asking.returnTo()}
            onLeave={() => storeTyped(keptAs, { reason })}
            className="mt-4"
          />
        ) : null}
        <TextArea
          label="Why are you leaving?"
          optional
          rows={3}
          maxLength={REASON_MAX}
          fieldClassName="mt-5"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ConfirmDialog>
    </>
  )
}
