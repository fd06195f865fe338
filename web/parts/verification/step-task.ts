import type { VerificationStep } from '#domain/onboarding/verification-progress.ts'
import { formatDate } from '#web/lib/dates.ts'
import type { Verification } from './use-verification.ts'

/** What is to do in a step that is still required, and how long it takes (onboarding §2). */
export function stepTask(
  id: VerificationStep['id'],
  { facts, status }: Pick<Extract<Verification, { kind: 'loaded' }>, 'facts' | 'status'>,
): string {
  switch (id) {
    case 'risk_disclosure':
      return 'Read and accept the risk disclosure. About 3 minutes.'
    case 'user_classification':
      return 'Tell us what you want to do. About 1 minute.'
    case 'trader_certification': {
      const statement = status?.investorStatement
      return statement?.standing === 'expired'
        ? `Your statement ended on ${formatDate(statement.expiresAt)}. Sign it again to trade or invest. About 5 minutes.`
        : 'Certify yourself as an investor. Your choice is kept until then. About 5 minutes.'
    }
    case 'identity_verification':
      return facts.business !== null
        ? 'Your company, its owners and its representatives. About 15 minutes.'
        : 'Your details, an ID document, a selfie and a proof of address. About 10 minutes.'
    default:
      return id satisfies never
  }
}
