import type { CaseKind } from '#contract/verification/cases.ts'
import { useStanding } from '#web/shared/verification/use-verification.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StandingBadge } from '#web/ui/standing-badge.tsx'

/** How one of the two verifications of the account stands, in the account's word. */
export function AccountBadge({ kind }: { kind: CaseKind }) {
  const standing = useStanding()
  if (standing === undefined) return <Skeleton width={112} height={26} />
  return standing ? <StandingBadge badge={standing[kind].account} /> : 'Not available'
}
