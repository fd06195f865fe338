import type { CaseKind } from '#contract/verification/cases.ts'

/** Where a case is reviewed: the tab of its kind in the detail of its user. Spread it on a Link, or navigate by it. */
export function caseLink({ userId, kind }: { userId: number; kind: CaseKind }) {
  return {
    to: '/admin/users/$id',
    params: { id: String(userId) },
    search: { tab: kind === 'consumer' ? 'kyc' : 'business' },
  } as const
}
