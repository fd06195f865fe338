import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { COMPLAINT_DAYS, COMPLAINT_MAX, type Complaint, ERASURE_DAYS } from '#contract/privacy/privacy.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl, useUser } from '#web/lib/session.ts'
import { forgetTyped, storeTyped, typedBefore } from '#web/lib/typed-before-sign-in.ts'
import { FaceComparisonCard } from '#web/shared/documents/face-comparison.tsx'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { needsSignIn, SignInAgain } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { Stack } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { ErasurePlanLists } from './erasure-plan-lists.tsx'
import { type OwnPrivacy, privacyQuery } from './queries.ts'

/** What people can ask about their own data: to erase it, and to complain (security R58; law §4). */
export function PrivacyRequestsPage() {
  usePageTitle('Privacy & Data')
  const query = useQuery({ ...privacyQuery, staleTime: 0 })
  return (
    <Page width="narrow">
      <BackLink to="/profile">Back to your profile</BackLink>
      <h1 className="mt-2 mb-6" tabIndex={-1}>
        Privacy & Data
      </h1>
      {query.data ? (
        <Stack>
          <FaceComparisonCard level={2} />
          <ErasureCard privacy={query.data} />
          <ComplaintsCard complaints={query.data.complaints} />
        </Stack>
      ) : query.isError ? (
        <ErrorState
          card
          title="Your requests could not be loaded"
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <LoadingRegion label="Loading your requests" className="grid gap-4">
          <Skeleton height={220} />
          <Skeleton height={160} />
        </LoadingRegion>
      )}
    </Page>
  )
}

/** Complains about how one's data is handled, and shows what became of it. */
function ComplaintsCard({ complaints }: { complaints: Complaint[] }) {
  return (
    <Card aria-labelledby="complaints">
      <CardHeader id="complaints" title="Complain about how we handle your data" />
      <CardBody>
        <p className="text-ink-2">
          We’ll confirm your complaint by email and answer within {COMPLAINT_DAYS} days. You can also complain
          to the Information Commissioner’s Office (ICO).
        </p>
        <ComplaintForm />
        {complaints.length ? (
          <ul className="mt-6 grid gap-5" aria-label="Your complaints">
            {complaints.map((complaint) => (
              <li key={complaint.id} className="border-t border-line pt-4">
                <h3>
                  {complaint.reference}{' '}
                  <span className="font-normal text-ink-3">· {stateText(complaint)}</span>
                </h3>
                <p className="mt-1 whitespace-pre-line text-ink-2 wrap-anywhere">{complaint.text}</p>
                {complaint.answer ? (
                  <div className="mt-2 border-l-4 border-line pl-3">
                    <p className="text-sm text-ink-3">Our answer of {formatDate(complaint.answeredAt)}</p>
                    <p className="whitespace-pre-line wrap-anywhere">{complaint.answer}</p>
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
      </CardBody>
    </Card>
  )
}

function stateText({ state, createdAt, dueAt }: Complaint): string {
  const sent = `sent on ${formatDate(createdAt)}`
  return state === 'open' ? `${sent}, we answer by ${formatDate(dueAt)}` : `${sent}, answered`
}

function ComplaintForm() {
  const id = useId()
  const [text, setText] = useState('')
  const [missing, setMissing] = useState<string>()
  const send = useMutation({
    mutationFn: () => api('POST /api/privacy/complaints', { body: { text } }),
    onSuccess: async ({ complaint }) => {
      setText('')
      await invalidate('GET /api/privacy')
      toast({
        kind: 'success',
        title: `We have received your complaint ${complaint.reference}`,
        description: 'We’ve emailed you a confirmation.',
      })
    },
    onError: (error) => {
      if (isSignedOut(error)) window.location.assign(signInUrl(currentPath()))
    },
  })
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (send.isPending) return
    if (text.trim()) return send.mutate()
    setMissing('Write what you complain about')
    focusField(id)
  }
  const refused = send.error instanceof ApiError ? send.error.fields.text : undefined
  return (
    <form noValidate className="mt-4" onSubmit={handleSubmit}>
      {send.error && !refused ? (
        <Banner kind="error" title="We couldn’t send your complaint" live className="mb-4">
          {send.error.message}
        </Banner>
      ) : null}
      <TextArea
        id={id}
        label="Your complaint"
        hint="What happened, and what would put it right?"
        rows={4}
        maxLength={COMPLAINT_MAX}
        error={missing ?? refused}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setMissing(undefined)
        }}
      />
      <Button type="submit" className="mt-4" busy={send.isPending} busyLabel="Sending...">
        Send complaint
      </Button>
    </form>
  )
}

const REASON_MAX = 1000

/** Asks for one's account and data to be erased, says before what that does, and takes the request back. */
function ErasureCard({ privacy: { erasure, plan } }: { privacy: OwnPrivacy }) {
  return (
    <Card aria-labelledby="erasure">
      <CardHeader id="erasure" title="Delete your account and data" />
      <CardBody>
        {erasure?.state === 'requested' ? (
          <OpenRequest requestedAt={erasure.requestedAt} dueAt={erasure.dueAt} />
        ) : (
          <>
            {erasure?.state === 'refused' ? (
              <Banner kind="warning" title="We could not erase your data" className="mb-4">
                {erasure.answer} If you think we’re wrong, complain below or ask again.
              </Banner>
            ) : null}
            <p className="text-ink-2">
              We’ll delete your account within {ERASURE_DAYS} days. This can’t be undone.
            </p>
          </>
        )}
        <ErasurePlanLists plan={plan} />
        {erasure?.state === 'requested' ? null : <AskButton />}
      </CardBody>
    </Card>
  )
}

function OpenRequest({ requestedAt, dueAt }: { requestedAt: string; dueAt: string }) {
  const takeBack = useMutation({
    mutationFn: () => api('DELETE /api/privacy/erasure'),
    onSuccess: async () => {
      await invalidate('GET /api/privacy')
      toast({ kind: 'success', title: 'Your request is cancelled' })
    },
    onError: (error) => {
      if (isSignedOut(error)) return window.location.assign(signInUrl(currentPath()))
      toast({ kind: 'error', title: 'We couldn’t cancel your request', description: error.message })
    },
  })
  return (
    <Banner kind="info" title={`You asked for this on ${formatDate(requestedAt)}`}>
      <p>We’ll answer by {formatDate(dueAt)}. You can cancel it until then.</p>
      <Button
        className="mt-3"
        busy={takeBack.isPending}
        busyLabel="Taking back..."
        onClick={() => takeBack.mutate()}
      >
        Cancel the request
      </Button>
    </Banner>
  )
}

function AskButton() {
  const asking = useDialogInAddress('erase')
  const keptAs = `ask-erasure-${useUser()?.id}`
  const [reason, setReason] = useState(() => typedBefore(keptAs).reason ?? '')
  const ask = useMutation({
    mutationFn: () => api('POST /api/privacy/erasure', { body: { reason: reason.trim() || undefined } }),
    onSuccess: async () => {
      forgetTyped()
      asking.close()
      await invalidate('GET /api/privacy')
      toast({
        kind: 'success',
        title: 'We have received your request',
        description: 'We’ve emailed you the details.',
      })
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
