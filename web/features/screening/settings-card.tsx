import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { LIST_AGE_MAX_DAYS } from '#contract/screening/sanctions.ts'
import {
  POSSIBLE_FROM_MAX,
  POSSIBLE_FROM_MIN,
  type ScreeningSettings,
  SETTINGS_REASON_MAX,
} from '#contract/screening/screening.ts'
import { api } from '#web/lib/api.ts'
import { ApiError, mayHaveHappened } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useMay } from '#web/lib/may.tsx'
import { invalidate } from '#web/lib/query-client.ts'
import { currentPath } from '#web/lib/session.ts'
import { percent } from '#web/shared/screening/screening-text.ts'
import { SignInAgain, solvedBySignIn } from '#web/shared/sign-in/sign-in-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { FieldRow } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { KeyValueList } from '#web/ui/key-value-list.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

const CHANGE = 'PUT /api/admin/screening/settings'

/**
 * The score from which a pair needs a person's decision, and the age at which a list is out of date; super
 * admins can change both.
 */
export function SettingsCard({ settings }: { settings: ScreeningSettings }) {
  const mayChange = useMay('screening.settings')
  const [isOpen, setOpen] = useState(false)
  const { possibleFrom, maxAgeDays, change } = settings
  return (
    <Card aria-labelledby="settings">
      <CardHeader id="settings" title="Settings">
        {mayChange ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            Change<span className="sr-only"> the settings</span>
          </Button>
        ) : null}
      </CardHeader>
      <CardBody className="py-2">
        <KeyValueList
          items={[
            { label: 'Ask about pairs from', value: `${percent(possibleFrom)} alike` },
            { label: 'A list is out of date after', value: daysText(maxAgeDays) },
            {
              label: 'Last changed',
              value: change ? (
                <span className="wrap-anywhere">
                  {formatDateTime(change.at)} by {change.by}: {change.reason}
                </span>
              ) : null,
              missing: 'Never',
            },
          ]}
        />
        {mayChange ? null : <p className="py-2 text-sm text-ink-3">Super admins can change these.</p>}
      </CardBody>
      {isOpen ? <SettingsDialog settings={settings} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

function SettingsDialog({ settings, onClose }: { settings: ScreeningSettings; onClose: () => void }) {
  // The version they have read: if someone else has changed it since, saving is refused until they have seen
  // that change.
  const [version, setVersion] = useState(settings.version)
  const [percentage, setPercentage] = useState(String(Math.round(settings.possibleFrom * 100)))
  const [days, setDays] = useState(String(settings.maxAgeDays))
  const [reason, setReason] = useState('')
  const save = useMutation({
    mutationFn: (readVersion: number) =>
      api(CHANGE, {
        body: {
          version: readVersion,
          possibleFrom: numberIn(percentage) / 100,
          maxAgeDays: numberIn(days),
          reason,
        },
      }),
    onSuccess: async () => {
      toast({ kind: 'success', title: 'Settings changed' })
      onClose()
      await refresh()
    },
    onError: (error) => {
      if (isStaleVersion(error) || mayHaveHappened(error)) void refresh()
    },
  })
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  const isPlaced = Object.keys(fields).length > 0
  const isStale = isStaleVersion(save.error)
  const needsNewSignIn = solvedBySignIn(save.error)
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = isStale ? settings.version : version
    setVersion(read)
    save.mutate(read)
  }
  return (
    <FormDialog
      title="Change the settings"
      description="If you lower the percentage, everyone is screened again. If you raise it, the matches you have stay until someone decides on them."
      submitLabel="Save"
      busy={save.isPending}
      error={
        save.error && !isPlaced && !needsNewSignIn
          ? {
              title: 'Nothing was changed',
              // Only after the settings have been refetched.
              message:
                isStale && settings.version !== version
                  ? `${save.error.message} Now they say: from ${percent(settings.possibleFrom)} alike, out of date after ${daysText(settings.maxAgeDays)}. If you save again, yours replace them.`
                  : save.error.message,
            }
          : null
      }
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {needsNewSignIn ? (
        <SignInAgain
          title="Confirm it’s you"
          why="You signed in more than 15 minutes ago. What you typed is kept."
          returnTo={currentPath()}
          className="mb-6"
        />
      ) : null}
      <FieldRow>
        <TextField
          label="Ask about pairs from (% alike)"
          unit={{ after: '%' }}
          inputMode="numeric"
          autoComplete="off"
          hint={`${Math.round(POSSIBLE_FROM_MIN * 100)} to ${Math.round(POSSIBLE_FROM_MAX * 100)}. We always ask about names that are nearly the same.`}
          value={percentage}
          onChange={({ target }) => setPercentage(target.value)}
          error={fields.possibleFrom}
        />
        <TextField
          label="A list is out of date after (days)"
          inputMode="numeric"
          autoComplete="off"
          hint={`1 to ${LIST_AGE_MAX_DAYS}. An old list stops approvals.`}
          value={days}
          onChange={({ target }) => setDays(target.value)}
          error={fields.maxAgeDays}
        />
      </FieldRow>
      <TextArea
        label="Reason"
        hint="Kept in the audit log."
        rows={3}
        maxLength={SETTINGS_REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={fields.reason}
      />
    </FormDialog>
  )
}

/** Refetches everything the settings affect: someone clear under the former settings may not be under these. */
const refresh = () =>
  invalidate(
    'GET /api/admin/screening',
    'GET /api/admin/users/:id/screening',
    'GET /api/admin/users/:id/kyc-case',
  )

function isStaleVersion(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'STALE_VERSION'
}

/**
 * The typed number, with or without a per cent sign; NaN if it isn't one, which the server refuses next to the
 * field.
 */
function numberIn(typed: string): number {
  const text = typed.replace(/[\s%]/g, '')
  return text === '' ? Number.NaN : Number(text)
}
