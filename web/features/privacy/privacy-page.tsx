import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { COMPLAINT_DAYS, COMPLAINT_MAX, type Complaint } from '#contract/privacy/privacy.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, isSignedOut } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { currentPath, signInUrl } from '#web/lib/session.ts'
import { FaceComparisonCard } from '#web/shared/documents/face-comparison.tsx'
import { BackLink } from '#web/shared/shell/back-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { Stack } from '#web/ui/layout.tsx'
import { Page } from '#web/ui/page.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.ts'
import { ErasureCard } from './erasure-card.tsx'
import { privacyQuery } from './queries.ts'

/** What people can request about their own data: erasing it, and complaining (security R58; law §4.1). */
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

/** Sends a complaint about how one's data is handled, and shows the state of earlier ones. */
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
