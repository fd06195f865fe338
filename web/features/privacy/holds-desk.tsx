import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LegalHold, PRIVACY_REASON_MAX } from '#contract/privacy-admin.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DeskEntry, DeskList } from './desk-list.tsx'
import { holdsQuery, type Shown } from './queries.ts'
import { TextDialog } from './text-dialog.tsx'

const WORDS = { open: 'In force', done: 'Lifted', none: 'No legal holds here' }

/** Whose records nothing may delete for now, and why. */
export function HoldsDesk({ shown }: { shown: Shown }) {
  const [isSetting, setSetting] = useState(false)
  const list = useInfiniteQuery(holdsQuery(shown))
  return (
    <>
      <Button className="mt-4" onClick={() => setSetting(true)}>
        Set a legal hold
      </Button>
      <DeskList list={list} rows={list.data?.pages.flatMap((page) => page.holds)} shown={shown} words={WORDS}>
        {(hold) => <HoldEntry hold={hold} />}
      </DeskList>
      {isSetting ? <SetDialog onClose={() => setSetting(false)} /> : null}
    </>
  )
}

function SetDialog({ onClose }: { onClose: () => void }) {
  const [userId, setUserId] = useState('')
  return (
    <TextDialog
      title="Set a legal hold"
      description="Nothing of this person is deleted until it is lifted. They are not told."
      label="Reason"
      missing="Write why the records must be kept"
      max={PRIVACY_REASON_MAX}
      confirm="Set hold"
      done="The legal hold is in force"
      onConfirm={async (reason) => {
        const id = Number(userId)
        if (!Number.isInteger(id) || id < 1)
          throw new ApiError(400, 'Enter the number of a user, such as 42.')
        await api('POST /api/admin/legal-holds', { body: { userId: id, reason } })
        await invalidate('GET /api/admin/legal-holds')
      }}
      onClose={onClose}
    >
      <TextField
        label="User ID"
        hint="The number beside their name in User Management."
        inputMode="numeric"
        autoComplete="off"
        fieldClassName="mt-5"
        value={userId}
        onChange={(event) => setUserId(event.target.value)}
      />
    </TextDialog>
  )
}

function HoldEntry({ hold }: { hold: LegalHold }) {
  const [isLifting, setLifting] = useState(false)
  const { id, reason, setBy, setAt, liftedAt, liftedBy, liftReason } = hold
  return (
    <DeskEntry
      person={hold.person}
      state={<Chip>{liftedAt ? 'Lifted' : 'In force'}</Chip>}
      actions={liftedAt ? null : <Button onClick={() => setLifting(true)}>Lift</Button>}
    >
      <p className="mt-1 text-sm text-ink-3">
        Set on {formatDate(setAt)} by {setBy}
        {liftedAt ? `, lifted on ${formatDate(liftedAt)} by ${liftedBy}` : ''}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{reason}</p>
      {liftReason ? <p className="mt-2 whitespace-pre-line text-ink-2 wrap-anywhere">{liftReason}</p> : null}
      {isLifting ? (
        <TextDialog
          title="Lift this legal hold?"
          description="From then on the periods count again, and what is over is deleted in the next night."
          label="Reason"
          missing="Write why the hold can end"
          max={PRIVACY_REASON_MAX}
          confirm="Lift hold"
          danger
          done="The legal hold is lifted"
          onConfirm={async (text) => {
            await api('POST /api/admin/legal-holds/:id/lift', { params: { id }, body: { reason: text } })
            await invalidate('GET /api/admin/legal-holds')
          }}
          onClose={() => setLifting(false)}
        />
      ) : null}
    </DeskEntry>
  )
}
