import { keepPreviousData } from '@tanstack/react-query'
import type { PROMISE_ANSWERS, QueueSort } from '#contract/review/queue-filters.ts'
import type { DueFilter } from '#contract/review/review-queue.ts'
import type { CaseKind, QueueState } from '#contract/verification/cases.ts'
import { endpointQuery, listQuery } from '#web/lib/query-client.ts'

export interface QueueListFilters {
  q?: string
  state?: QueueState
  kind?: CaseKind
  owner?: 'me' | 'nobody' | number
  due?: DueFilter
  sort?: QueueSort
  order?: 'asc' | 'desc'
  approval?: 'unreviewed'
  /** Days in London on which someone got an answer: "2026-03-02..2026-03-08". */
  heard?: string
  promise?: (typeof PROMISE_ANSWERS)[number]
  /** Proposals that the reader may confirm. */
  confirm?: 'me'
  /** Those awaiting the applicant's email confirmation. */
  email?: 'unconfirmed'
}

/** Others claim and decide while the page is open; in milliseconds. */
const REFETCH_MS = 60_000

/** The matching cases, page by page; the rows shown stay while others load. */
export function queueQuery(filters: QueueListFilters) {
  return {
    ...listQuery('GET /api/admin/queue', { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  }
}

export const reviewersQuery = endpointQuery('GET /api/admin/reviewers')
