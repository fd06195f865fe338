import { Navigate } from '@tanstack/react-router'
import type { CaseKind } from '#contract/verification/cases.ts'
import { useOwnCase } from '#web/shared/verification/own-case.ts'
import { WithdrawApplication } from '#web/shared/verification/withdraw-application.tsx'

/** Lets visitors take back what they submitted; the application then says so, and can be started again. */
export function VisitorWithdrawal({ kind, onAsk }: { kind: CaseKind; onAsk: () => void }) {
  const own = useOwnCase(kind)
  if (!own) return null
  if (own.state === 'withdrawn')
    return <Navigate to={kind === 'business' ? '/onboarding/business' : '/onboarding/consumer'} replace />
  return (
    <div className="mt-8">
      <WithdrawApplication own={own} onAsk={onAsk} />
    </div>
  )
}
