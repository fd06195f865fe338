import { useEffect, useEffectEvent } from 'react'
import type { ReviewCase } from '#contract/review/admin-cases.ts'
import { CLAIM_IDLE_MINUTES } from '#contract/verification/case-limits.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { reviewCaseQuery } from '#web/shared/directory/queries.ts'

/**
 * In milliseconds: less than the 30 idle minutes after which a claim lapses, and far more than between
 * keystrokes.
 */
const TELL_MS = 5 * 60_000

/**
 * Tells the server that the reviewer who claimed a case is still working: when they open it, and while they
 * type, click or scroll. An open page alone reports nothing, so its claim lapses.
 */
export function useRenewedClaim(userId: number, { kind, owner }: Pick<ReviewCase, 'kind' | 'owner'>): void {
  const until = owner?.isYou ? owner.until : null
  const isMine = until !== null
  // A wrong local clock must not delay what renews the claim.
  const lastTold = useEffectEvent(() =>
    Math.min(Date.now(), Date.parse(until ?? '') - CLAIM_IDLE_MINUTES * 60_000),
  )
  useEffect(() => {
    if (!isMine) return
    let told = lastTold()
    const handleActivity = () => {
      if (Date.now() - told < TELL_MS) return
      told = Date.now()
      api('POST /api/admin/users/:id/kyc-claim', { params: { id: userId }, body: { kind } }).then(
        ({ case: renewed }) => showOwner(userId, renewed),
        // Anyone who has lost the claim is told so when they save.
        () => {},
      )
    }
    // Opening one's case counts as working on it, unless it was claimed a moment ago; reading alone renews
    // nothing.
    handleActivity()
    const signs = ['pointerdown', 'keydown', 'wheel'] as const
    for (const sign of signs) document.addEventListener(sign, handleActivity, { passive: true })
    return () => {
      for (const sign of signs) document.removeEventListener(sign, handleActivity)
    }
  }, [isMine, userId, kind])
}

/** For the same version only the claim is new: this response may miss a document looked at meanwhile. */
function showOwner(userId: number, renewed: ReviewCase): void {
  queryClient.setQueryData(reviewCaseQuery(userId, renewed.kind).queryKey, (shown) =>
    shown?.case?.version === renewed.version
      ? { case: { ...shown.case, owner: renewed.owner, lapsedClaim: renewed.lapsedClaim } }
      : { case: renewed },
  )
}
