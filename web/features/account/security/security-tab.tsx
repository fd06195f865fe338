import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignInTry } from '#contract/account/account.ts'
import { type Answer, api } from '#web/lib/api.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { invalidate } from '#web/lib/query-client.ts'
import { SIGN_IN_PROBLEMS } from '#web/shared/sign-in/sign-in-problems.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { MoreButton } from '#web/ui/more-pages.tsx'
import { RowList } from '#web/ui/row-list.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { CardSkeleton } from '#web/ui/skeleton-rows.tsx'
import { PanelFailed } from '../panel-failed.tsx'
import { ownSignInsQuery, signInMethodsQuery } from '../queries.ts'
import { AppCard, ConfirmFirst, problemOf } from './app-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** How the person signs in apart from the password, and where they are signed in (security R10, R21). */
export function SecurityTab() {
  const query = useQuery(signInMethodsQuery)
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <div className="grid max-w-[840px] gap-6">
      {query.data ? (
        query.data.areKeptHere ? (
          <>
            <PasskeysCard passkeys={query.data.passkeys} onCodes={setCodes} />
            <AppCard app={query.data.app} onCodes={setCodes} />
            {query.data.recoveryCodes ? (
              <RecoveryCodesCard codes={query.data.recoveryCodes} onCodes={setCodes} />
            ) : null}
          </>
        ) : (
          <Card aria-labelledby="methods">
            <CardHeader id="methods" title="How you sign in" />
            <CardBody>
              <p>
                You sign in with another provider, which keeps your password, passkeys and codes. Change them
                there.
              </p>
            </CardBody>
          </Card>
        )
      ) : query.isError ? (
        <PanelFailed query={query} />
      ) : (
        <LoadingRegion label="Loading your security settings">
          <CardSkeleton heights={[22, 48, 48]} />
        </LoadingRegion>
      )}
      <SessionsCard />
      <SignInsCard />
      {codes ? <CodesDialog codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </div>
  )
}

/** The recovery codes, shown only this once. */
function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [copied, setCopied] = useState<'copied' | 'failed'>()
  const handleCopy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('copied'),
      () => setCopied('failed'),
    )
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      dismissible={false}
      title="Save your recovery codes"
      description="If you lose your device, one of these codes and your password sign you in. Keep them somewhere safe: we can’t show them again."
      footer={
        <>
          <Button onClick={handleCopy}>Copy codes</Button>
          <Button variant="primary" onClick={onClose}>
            I’ve saved them
          </Button>
        </>
      }
    >
      <ul className="mono mt-4 grid grid-cols-2 gap-2" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-3" role="status">
        {copied === 'copied'
          ? 'Copied.'
          : copied === 'failed'
            ? 'Your browser didn’t allow it. Select the codes and copy them.'
            : ''}
      </p>
    </Dialog>
  )
}

/**
 * When and on which device the person signed in, and failed attempts, so that they notice a stranger's
 * (security R10).
 */
function SignInsCard() {
  const query = useInfiniteQuery(ownSignInsQuery)
  const rows = query.data?.pages.flatMap(({ data }) => data)
  return (
    <Card aria-labelledby="sign-ins">
      <CardHeader id="sign-ins" title="Recent sign-ins" />
      <CardBody className="py-3">
        {rows ? (
          <>
            <RowList>
              {rows.map((row) => (
                <li key={row.id}>
                  <div>
                    <p className="font-semibold">{row.device ?? 'Unknown device'}</p>
                    <p className="text-sm text-ink-3">{textOf(row)}</p>
                  </div>
                </li>
              ))}
            </RowList>
            <MoreButton query={query} className="my-3" />
          </>
        ) : query.isError ? (
          <PanelFailed query={query} />
        ) : (
          <LoadingRegion label="Loading your sign-ins" className="grid gap-3">
            <Skeleton />
            <Skeleton />
          </LoadingRegion>
        )}
      </CardBody>
    </Card>
  )
}

function textOf({ login_timestamp, ip, problem }: SignInTry): string {
  const what = problem ? `Failed (${SIGN_IN_PROBLEMS[problem]})` : 'Signed in'
  return `${what} ${formatDateTime(login_timestamp)}${ip ? ` from ${ip}` : ''}.`
}

type Codes = NonNullable<Answer<'GET /api/user/sign-in-methods'>['recoveryCodes']>

/** How many recovery codes are left, with a way to create new ones. */
function RecoveryCodesCard({
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
