import { useQuery } from '@tanstack/react-query'
import type { AuthUser } from '#contract/auth.ts'
import type { CaseKind } from '#contract/cases.ts'
import { whoWaits } from '#domain/cases/case-waiting.ts'
import type { Answer } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'
import { useUser } from '#web/lib/session.ts'

/** One's own case, of the person or of their company. */
export type OwnCase = NonNullable<Answer<'GET /api/onboarding/consumer/case'>['case']> & { kind: CaseKind }

/** Which case says how an account stands: that of the company, where one was handed in. */
export function leadingKind(user: Pick<AuthUser, 'businessProfile'> | null | undefined): CaseKind {
  return user?.businessProfile ? 'business' : 'consumer'
}

/** The case of a kind; both calls answer alike. */
export function ownCaseQuery(kind: CaseKind) {
  return kind === 'business'
    ? endpointQuery('GET /api/onboarding/business/case')
    : endpointQuery('GET /api/onboarding/consumer/case')
}

/** One's own case; undefined while unknown, null without one or where it cannot be read. Without a kind, the leading one. */
export function useOwnCase(asked?: CaseKind): OwnCase | null | undefined {
  const user = useUser()
  const kind = asked ?? leadingKind(user)
  const { data, isError } = useQuery(ownCaseQuery(kind))
  return isError ? null : data?.case && { ...data.case, kind }
}

/** Whether the applicant waits for a reviewer's decision; neither a draft nor a decided case does. */
export function waitsForReviewer({ state }: Pick<OwnCase, 'state'>): boolean {
  const who = whoWaits(state)
  return who === 'reviewer' || who === 'second_reviewer'
}
