import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { COMPLAINT_MAX } from '#contract/privacy/privacy.ts'
import type { AdminComplaint, LegalHold } from '#contract/privacy/privacy-admin.ts'
import { api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { LiftHoldDialog, SetHoldDialog } from '#web/shared/privacy/hold-dialogs.tsx'
import { TextDialog } from '#web/shared/shell/text-dialog.tsx'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { ErasureRequests } from './erasure-requests.tsx'
import { complaintsQuery, holdsQuery, type Shown } from './queries.ts'
import { AnswerDue, REQUEST_LOOKS, RequestEntry, RequestList } from './request-list.tsx'

const HOLD_LABELS = { open: 'In force', done: 'Lifted', none: 'No legal holds here' }

const TABS = [
  { value: 'erasures', label: 'Erasure requests' },
  { value: 'complaints', label: 'Complaints' },
  { value: 'holds', label: 'Legal holds' },
] as const
type RequestTab = (typeof TABS)[number]['value']

/** The page where administrators answer data requests, and keep records from being deleted (security R58). */
export function DataRequestsPage() {
  usePageTitle('Data requests')
  const search = useSearch({ from: '/admin-shell/admin/privacy' })
  const navigate = useNavigate()
  const tab = TABS.find(({ value }) => value === search.tab)?.value ?? 'erasures'
  const shown = search.show === 'done' ? 'done' : 'open'
  const select = (value: RequestTab) =>
    void navigate({
      to: '/admin/privacy',
      search: { tab: value === 'erasures' ? undefined : value },
      replace: true,
      resetScroll: false,
    })
  return (
    <Page width="wide">
      <h1 className="mb-4" tabIndex={-1}>
        Data requests
      </h1>
      <Tabs label="Data requests" items={TABS} value={tab} onValueChange={select}>
        <TabPanel value="erasures">
          <ErasureRequests shown={shown} />
        </TabPanel>
        <TabPanel value="complaints">
          <ComplaintRequests shown={shown} />
        </TabPanel>
        <TabPanel value="holds">
          <LegalHolds shown={shown} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}

/** The people whose records must not be deleted for now, and why. */
function LegalHolds({ shown }: { shown: Shown }) {
  const [isSetting, setSetting] = useState(false)
  const list = useInfiniteQuery(holdsQuery(shown))
  return (
    <>
      <RequestList
        list={list}
        rows={list.data?.pages.flatMap((page) => page.holds)}
        shown={shown}
        labels={HOLD_LABELS}
        action={
          <IfMay capability="privacy.decide">
            <Button onClick={() => setSetting(true)}>Set a legal hold</Button>
          </IfMay>
        }
      >
        {(hold) => <HoldEntry hold={hold} />}
      </RequestList>
      {isSetting ? <SetDialog onClose={() => setSetting(false)} /> : null}
    </>
  )
}

/** Sets a hold by user id, for which no user's page is needed. */
function SetDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const userId = Number(typed)
  return (
    <SetHoldDialog userId={Number.isInteger(userId) && userId > 0 ? userId : undefined} onClose={onClose}>
      <TextField
        label="User ID"
        hint="The number beside their name in User Management."
        inputMode="numeric"
        autoComplete="off"
        fieldClassName="mt-5"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </SetHoldDialog>
  )
}

function HoldEntry({ hold }: { hold: LegalHold }) {
  const { id, reason, setBy, setAt, liftedAt, liftedBy, liftReason } = hold
  const lifting = useDialogInAddress(`lift-${id}`)
  return (
    <RequestEntry
      person={hold.person}
      state={<StatusBadge look={REQUEST_LOOKS[liftedAt ? 'lifted' : 'in_force']} />}
      actions={
        liftedAt ? null : (
          <IfMay capability="privacy.decide">
            <Button onClick={lifting.open}>Lift</Button>
          </IfMay>
        )
      }
    >
      <p className="mt-1 text-sm text-ink-3">
        Set on {formatDate(setAt)} by {setBy}
        {liftedAt ? `, lifted on ${formatDate(liftedAt)} by ${liftedBy}` : ''}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{reason}</p>
      {liftReason ? <p className="mt-2 whitespace-pre-line text-ink-2 wrap-anywhere">{liftReason}</p> : null}
      {lifting.isOpen ? <LiftHoldDialog id={id} returnTo={lifting.returnTo} onClose={lifting.close} /> : null}
    </RequestEntry>
  )
}

const COMPLAINT_LABELS = { open: 'Open', done: 'Closed', none: 'No complaints here' }

/** The data protection complaints, soonest due first. */
function ComplaintRequests({ shown }: { shown: Shown }) {
  const list = useInfiniteQuery(complaintsQuery(shown))
  return (
    <RequestList
      list={list}
      rows={list.data?.pages.flatMap((page) => page.complaints)}
      shown={shown}
      labels={COMPLAINT_LABELS}
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
          onConfirm={async (answer) => {
            await api('POST /api/admin/complaints/:id/answer', { params: { id }, body: { answer } })
            await invalidate('GET /api/admin/complaints')
          }}
          onClose={() => setAnswering(false)}
        />
      ) : null}
    </RequestEntry>
  )
}
