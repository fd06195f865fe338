import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { COMPLAINT_MAX } from '#contract/privacy/privacy.ts'
import type { AdminComplaint } from '#contract/privacy/privacy-admin.ts'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { invalidate } from '#web/lib/query-client.ts'
import { TextDialog } from '#web/shared/shell/text-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { complaintsQuery, type Shown } from './queries.ts'
import { AnswerDue, REQUEST_LOOKS, RequestEntry, RequestList } from './request-list.tsx'

const WORDS = { open: 'Open', done: 'Closed', none: 'No complaints here' }

/** The complaints about data protection, the soonest due first. */
export function ComplaintRequests({ shown }: { shown: Shown }) {
  const list = useInfiniteQuery(complaintsQuery(shown))
  return (
    <RequestList
      list={list}
      rows={list.data?.pages.flatMap((page) => page.complaints)}
      shown={shown}
      words={WORDS}
    >
      {(complaint) => <ComplaintEntry complaint={complaint} />}
    </RequestList>
  )
}

function ComplaintEntry({ complaint }: { complaint: AdminComplaint }) {
  const [isAnswering, setAnswering] = useState(false)
  const { id, reference, state, text, answer, answeredBy, answeredAt, createdAt, dueAt } = complaint
  const close = useMutation({
    mutationFn: () => api('POST /api/admin/complaints/:id/close', { params: { id }, body: {} }),
    onSuccess: async () => {
      await invalidate('GET /api/admin/complaints')
      toast({ kind: 'success', title: `${reference} is closed` })
    },
    onError: (error) => toast({ kind: 'error', title: 'It could not be closed', description: error.message }),
  })
  return (
    <RequestEntry
      person={complaint.person}
      state={state === 'open' ? <AnswerDue dueAt={dueAt} /> : <StatusBadge look={REQUEST_LOOKS[state]} />}
      actions={
        state === 'open' ? (
          <IfMay capability="privacy.decide">
            <Button variant="primary" onClick={() => setAnswering(true)}>
              Answer
            </Button>
          </IfMay>
        ) : state === 'answered' ? (
          <IfMay capability="privacy.decide">
            <Button busy={close.isPending} busyLabel="Closing..." onClick={() => close.mutate()}>
              Close
            </Button>
          </IfMay>
        ) : null
      }
    >
      <p className="mt-1 text-sm text-ink-3">
        {reference}, sent on {formatDate(createdAt)}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
      {answer ? (
        <div className="mt-3 border-l-4 border-line pl-3">
          <p className="text-sm text-ink-3">
            {answeredBy} on {formatDate(answeredAt)}
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
        </div>
      ) : null}
      {isAnswering ? (
        <TextDialog
          title={`Answer ${reference}`}
          description="We’ll email the answer and show it in the person’s account."
          label="Answer"
          missing="Write the answer"
          field="answer"
          max={COMPLAINT_MAX}
          confirm="Send answer"
          done="The answer is sent"
          onConfirm={async (words) => {
            await api('POST /api/admin/complaints/:id/answer', { params: { id }, body: { answer: words } })
            await invalidate('GET /api/admin/complaints')
          }}
          onClose={() => setAnswering(false)}
        />
      ) : null}
    </RequestEntry>
  )
}
