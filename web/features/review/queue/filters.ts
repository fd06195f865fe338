import { DUE_FILTERS, isDaysText, QUEUE_SORTS } from '#contract/review/queue-filters.ts'
import type { NextFilters } from '#contract/review/review-queue.ts'
import { CASE_KINDS, QUEUE_STATES } from '#contract/verification/case-states.ts'
import type { QueueListFilters } from './queries.ts'
import { type QueueAddress, queueSearchOf } from './queue-address.ts'

/** Returns the listed value that a URL or a field names; undefined for any other text. */
export function knownOf<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text)
}

/** Returns the filters that a URL names, ignoring invalid ones. */
export function queueFiltersOf(search: QueueAddress): QueueListFilters {
  return {
    q: search.q?.trim() || undefined,
    state: knownOf(QUEUE_STATES, search.state),
    kind: knownOf(CASE_KINDS, search.kind),
    owner: ownerOf(search.owner),
    due: knownOf(DUE_FILTERS, search.due),
    sort: knownOf(QUEUE_SORTS, search.sort),
    order: search.order === 'asc' || search.order === 'desc' ? search.order : undefined,
    approval: search.approval === 'unreviewed' ? search.approval : undefined,
    ...(search.heard && isDaysText(search.heard) && { heard: search.heard }),
    ...((search.promise === 'kept' || search.promise === 'missed') && { promise: search.promise }),
    ...(search.confirm === 'me' && { confirm: search.confirm }),
    ...(search.email === 'unconfirmed' && { email: 'unconfirmed' as const }),
  }
}

/**
 * Returns a list as one URL parameter, for pages that return to it or continue in it; undefined for cases
 * awaiting review.
 */
export function listOf(filters: QueueListFilters): string | undefined {
  return new URLSearchParams(queueSearchOf(filters)).toString() || undefined
}

/** Returns the list that a URL parameter names. */
export function filtersOfList(list: string | undefined): QueueListFilters {
  return queueFiltersOf(Object.fromEntries(new URLSearchParams(list)))
}

function ownerOf(owner: string | undefined): QueueListFilters['owner'] {
  if (owner === 'me' || owner === 'nobody') return owner
  const id = Number(owner)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/**
 * Returns the filters of "next" for a list: a case in it or, if the list has none that wait, one of its account
 * type.
 */
export function nextFiltersOf(filters: QueueListFilters): NextFilters {
  const { kind, state, owner, due, approval, heard, promise, confirm, email } = filters
  const isWaiting = state === undefined || state === 'submitted' || state === 'in_review'
  const isOfDecisions = heard || promise
  return isWaiting && !approval && !isOfDecisions && !confirm && !email
    ? { kind, state, owner, due }
    : { kind }
}
