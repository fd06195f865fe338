import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AdminErasure, PRIVACY_REASON_MAX } from '#contract/privacy/privacy-admin.ts'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay, useMay } from '#web/lib/may.tsx'
import { invalidate } from '#web/lib/query-client.ts'
import { caseLink } from '#web/shared/cases/use-claim-next.ts'
import { TextDialog } from '#web/shared/shell/text-dialog.tsx'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { SignInAgain, solvedBySignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { toast } from '#web/ui/toast.ts'
import { ErasurePlanLists } from './erasure-plan-lists.tsx'
import { erasuresQuery, type Shown } from './queries.ts'
import { AnswerDue, REQUEST_LOOKS, RequestEntry, RequestList, requesterName } from './request-list.tsx'

const LABELS = { open: 'Waiting for an answer', done: 'Answered', none: 'No erasure requests here' }

/** The requests to erase everything, each with what it would erase today. */
export function ErasureRequests({ shown }: { shown: Shown }) {
  const list = useInfiniteQuery(erasuresQuery(shown))
  return (
    <RequestList
      list={list}
      rows={list.data?.pages.flatMap((page) => page.erasures)}
      shown={shown}
      labels={LABELS}
    >
      {(erasure) => <ErasureEntry erasure={erasure} />}
    </RequestList>
  )
}

function ErasureEntry({ erasure }: { erasure: AdminErasure }) {
  const [isRefusing, setRefusing] = useState(false)
  const { id, state, dueAt, decidedAt, decidedBy, answer, reason, plan, isHeld, requestedAt } = erasure
  const isOpen = state === 'requested'
  const erasing = useDialogInAddress(`erase-${id}`)
  return (
    <RequestEntry
      person={erasure.person}
      state={isOpen ? <AnswerDue dueAt={dueAt} /> : <StatusBadge look={REQUEST_LOOKS[state]} />}
      actions={
        isOpen ? (
          <>
            <IfMay capability="privacy.decide">
              <Button variant="danger" disabled={isHeld} onClick={erasing.open}>
                Carry out
              </Button>
            </IfMay>
            <IfMay capability="privacy.decide">
              <Button onClick={() => setRefusing(true)}>Refuse</Button>
            </IfMay>
          </>
        ) : null
      }
    >
      <p className="mt-1 text-sm text-ink-3">
        Asked on {formatDate(requestedAt)}
        {decidedAt ? `, ${REQUEST_LOOKS[state].label.toLowerCase()} on ${formatDate(decidedAt)}` : ''}
        {decidedBy ? ` by ${decidedBy}` : ''}
      </p>
      {reason ? <p className="mt-2 whitespace-pre-line wrap-anywhere">“{reason}”</p> : null}
      {answer ? <p className="mt-2 whitespace-pre-line text-ink-2 wrap-anywhere">{answer}</p> : null}
      {isHeld && isOpen ? (
        <Banner kind="warning" title="On legal hold" className="mt-3">
          None of this person’s data may be deleted until the hold is lifted. Don’t tell them.
        </Banner>
      ) : null}
      {isOpen ? <OpenMatches erasure={erasure} className="mt-3" /> : null}
      {isOpen || state === 'carried_out' ? (
        <ErasurePlanLists plan={plan} isDone={state === 'carried_out'} />
      ) : null}
      {erasing.isOpen && isOpen && !isHeld ? (
        <CarryOutDialog erasure={erasure} returnTo={erasing.returnTo} onClose={erasing.close} />
      ) : null}
      {isRefusing ? (
        <TextDialog
          title="Refuse this request?"
          description="The person sees the reason and how to complain."
          label="Reason"
          missing="Write why, for the person to read"
          field="answer"
          max={PRIVACY_REASON_MAX}
          confirm="Refuse"
          done="The request is refused"
          onConfirm={async (text) => {
            await api('POST /api/admin/erasures/:id/refuse', { params: { id }, body: { answer: text } })
            await invalidate('GET /api/admin/erasures')
          }}
          onClose={() => setRefusing(false)}
        />
      ) : null}
    </RequestEntry>
  )
}

/** Names the undecided matches of who is to be erased: afterwards hardly anyone may decide them. */
function OpenMatches({
  erasure: { person, openMatches },
  className,
}: {
  erasure: AdminErasure
  className: string
}) {
  const mayDecide = useMay('screening.decide')
  return openMatches.map((kind) => (
    <Banner
      key={kind}
      kind="warning"
      title={kind === 'business' ? 'Undecided sanctions match of their company' : 'Undecided sanctions match'}
      className={className}
    >
      Decide it first: after the erasure only a super admin can. Don’t tell them.{' '}
      <Link className="link" {...caseLink({ userId: person.userId, kind }, { line: 'screening' })}>
        {mayDecide ? 'Decide the match' : 'Open the match'}
      </Link>
    </Banner>
  ))
}

/** Asks before an account is erased; it needs a fresh sign-in, because it cannot be undone (security R11). */
export function CarryOutDialog({
  erasure,
  returnTo,
  onClose,
}: {
  erasure: AdminErasure
  /** The path that opens this dialog again. */
  returnTo: () => string
  onClose: () => void
}) {
  const { id, person } = erasure
  const carryOut = useMutation({
    mutationFn: () => api('POST /api/admin/erasures/:id/carry-out', { params: { id }, body: {} }),
    // After a lost answer the list shows whether it was carried out.
    retry: false,
    onSuccess: async () => {
      onClose()
      await invalidate('GET /api/admin/erasures')
      toast({ kind: 'success', title: 'The account is erased' })
    },
    onError: (error) => (solvedBySignIn(error) ? undefined : invalidate('GET /api/admin/erasures')),
  })
  const again = solvedBySignIn(carryOut.error)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Erase this account?"
      description={
        <>
          <b className="text-ink">{requesterName(person)}</b> is signed out everywhere. This can’t be undone.
        </>
      }
      confirmLabel="Erase"
      danger
      busy={carryOut.isPending}
      busyLabel="Erasing..."
      error={
        carryOut.error && !again ? { title: 'Nothing was erased', message: carryOut.error.message } : null
      }
      onConfirm={() => carryOut.mutate()}
    >
      <OpenMatches erasure={erasure} className="mt-4" />
      {again ? (
        <SignInAgain
          title="Sign in again to erase this account"
          why="We ask because this can’t be undone."
          returnTo={returnTo()}
          className="mt-4"
        />
      ) : null}
    </ConfirmDialog>
  )
}
