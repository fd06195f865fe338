import { useQuery } from '@tanstack/react-query'
import type { CaseKind } from '#contract/verification/cases.ts'
import type { CaseStanding } from '#contract/verification/standing.ts'
import type { Answer } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/query-client.ts'

/** A case of the person, or of their company. */
export type OwnCase = NonNullable<Answer<'GET /api/onboarding/consumer/case'>['case']> & { kind: CaseKind }

/** The case of a kind; both endpoints have the same response. */
export function ownCaseQuery(kind: CaseKind) {
  return kind === 'business'
    ? endpointQuery('GET /api/onboarding/business/case')
    : endpointQuery('GET /api/onboarding/consumer/case')
}

/**
 * The person's own case; undefined while unknown or if no kind is given, null if there is none or it can't be
 * loaded.
 */
export function useOwnCase(kind: CaseKind | undefined): OwnCase | null | undefined {
  const { data, isError } = useQuery({ ...ownCaseQuery(kind ?? 'consumer'), enabled: kind !== undefined })
  if (kind === undefined) return undefined
  return isError ? null : data?.case && { ...data.case, kind }
}

/** A case's full status: its sentence, and the promised time. */
export function sentencesOf({ sentence, promise }: Pick<CaseStanding, 'sentence' | 'promise'>): string {
  return promise ? `${sentence} ${promise.text}` : sentence
}
