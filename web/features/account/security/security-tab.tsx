import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { CardSkeleton } from '#web/ui/card-skeleton.tsx'
import { LoadingRegion } from '#web/ui/skeleton.tsx'
import { PanelFailed } from '../panel-failed.tsx'
import { signInMethodsQuery } from '../queries.ts'
import { AppCard } from './app-card.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInsCard } from './sign-ins-card.tsx'

/** How people sign in beside their password, and where they are signed in (choices §2; security R10, R21). */
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
