import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api } from '#web/lib/api.ts'
import { formatDate } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ConfirmFirst, problemOf } from './confirm-first.tsx'

type Codes = NonNullable<Answer<'GET /api/user/sign-in-methods'>['recoveryCodes']>

/** How many recovery codes are left, with a way to make new ones. */
export function RecoveryCodesCard({
  codes,
  onCodes,
}: {
  codes: Codes
  onCodes: (codes: readonly string[]) => void
}) {
  const [isAsking, setAsking] = useState(false)
  const make = useMutation({
    mutationFn: () => api('POST /api/user/recovery-codes'),
    retry: false,
    onSuccess: ({ recoveryCodes }) => {
      setAsking(false)
      onCodes(recoveryCodes)
      return invalidate('GET /api/user/sign-in-methods')
    },
  })
  return (
    <Card aria-labelledby="recovery-codes">
      <CardHeader id="recovery-codes" title="Recovery codes">
        <Button onClick={() => setAsking(true)}>Make new codes</Button>
      </CardHeader>
      <CardBody>
        <p className="text-ink-2">
          Use one if you lose your device. You have{' '}
          {codes.left === 1 ? '1 code' : `${codes.left || 'no'} codes`} left, made on{' '}
          {formatDate(codes.madeAt)}. Each code works once.
        </p>
      </CardBody>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Make new recovery codes?"
        description="The codes you have now will stop working."
        confirmLabel="Make new codes"
        busy={make.isPending}
        busyLabel="Making codes..."
        error={problemOf(make.error)}
        onConfirm={() => make.mutate()}
      >
        <ConfirmFirst error={make.error} className="mt-4" />
      </ConfirmDialog>
    </Card>
  )
}
