import { Link } from '@tanstack/react-router'
import { ExpiryBanner } from '#web/shared/certifications/expiry-banner.tsx'
import { useOwnCase } from '#web/shared/verification/own-case.ts'
import { useVerification } from '#web/shared/verification/use-verification.ts'
import { VerificationFailed } from '#web/shared/verification/verification-failed.tsx'
import { StartAgain } from '#web/shared/verification/withdraw-application.tsx'
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx'
import { ConfirmBanner } from './confirm-banner.tsx'
import { CorrectionsCard } from './corrections-card.tsx'
import { NextSteps } from './next-steps.tsx'
import { ProgressCard } from './progress-card.tsx'

/** The first tab of the verification page. */
export function StatusTab() {
  const verification = useVerification()
  const leading = verification.kind === 'loaded' ? (verification.standing?.leading ?? 'consumer') : undefined
  const own = useOwnCase(leading)
  if (verification.kind === 'failed') return <VerificationFailed {...verification} />
  if (verification.kind === 'loading' || own === undefined) return <StatusSkeleton />
  const statement = verification.status?.investorStatement
  const needsStatement = verification.steps.some(({ id }) => id === 'trader_certification')
  return (
    <div className="split-side">
      <div className="col">
        {statement && needsStatement ? (
          <ExpiryBanner
            statement={statement}
            now={new Date()}
            action={<Link to="/certification/trader">Renew it now</Link>}
          />
        ) : null}
        {own?.state === 'needs_resubmission' ? <CorrectionsCard own={own} /> : null}
        {own ? <StartAgain own={own} /> : null}
        {own?.state === 'reverification_due' ? <ConfirmBanner by={own.confirmBy} /> : null}
        <ProgressCard own={own} verification={verification} />
      </div>
      <NextSteps own={own} />
    </div>
  )
}

function StatusSkeleton() {
  return (
    <LoadingRegion label="Loading your verification status" className="split-side">
      <div className="card">
        <div className="pad grid gap-5">
          <Skeleton width={220} height={22} />
          <Skeleton height={12} />
        </div>
        {['risk', 'type', 'identity'].map((row) => (
          <div className="task" key={row}>
            <Skeleton width={40} height={40} />
            <span className="grid gap-2">
              <Skeleton width="40%" />
              <Skeleton width="65%" />
            </span>
            <Skeleton width={92} height={26} />
          </div>
        ))}
      </div>
      <div className="grid gap-4">
        <Skeleton width={160} height={18} />
        <Skeleton height={72} />
      </div>
    </LoadingRegion>
  )
}
