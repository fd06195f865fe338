import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { LegalHold } from '#contract/privacy/privacy-admin.ts'
import { formatDate } from '#web/lib/dates.ts'
import { IfMay } from '#web/lib/may.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { LiftHoldDialog } from '#web/shared/privacy/lift-hold-dialog.tsx'
import { SetHoldDialog } from '#web/shared/privacy/set-hold-dialog.tsx'
import { useDialogInAddress } from '#web/shared/shell/use-dialog-in-address.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ComplaintRequests } from './complaint-requests.tsx'
import { ErasureRequests } from './erasure-requests.tsx'
import { holdsQuery, type Shown } from './queries.ts'
import { REQUEST_LOOKS, RequestEntry, RequestList } from './request-list.tsx'

const WORDS = { open: 'In force', done: 'Lifted', none: 'No legal holds here' }

const TABS = [
  { value: 'erasures', label: 'Erasure requests' },
  { value: 'complaints', label: 'Complaints' },
  { value: 'holds', label: 'Legal holds' },
] as const
type RequestTab = (typeof TABS)[number]['value']

/** Where administrators answer what people ask about their data, and keep records from being deleted (security R58). */
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

/** Whose records nothing may delete for now, and why. */
function LegalHolds({ shown }: { shown: Shown }) {
  const [isSetting, setSetting] = useState(false)
  const list = useInfiniteQuery(holdsQuery(shown))
  return (
    <>
      <RequestList
        list={list}
        rows={list.data?.pages.flatMap((page) => page.holds)}
        shown={shown}
        words={WORDS}
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

/** Sets a hold where no page says whose: by the number of the user. */
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
