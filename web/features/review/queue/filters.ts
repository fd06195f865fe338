import { DUE_FILTERS, isDaysText, QUEUE_SORTS } from '#contract/review/queue-filters.ts'
import type { NextFilters } from '#contract/review/review-queue.ts'
import { CASE_KINDS, QUEUE_STATES } from '#contract/verification/case-states.ts'
import type { QueueListFilters } from './queries.ts'
import { type QueueAddress, queueSearchOf } from './queue-address.ts'

/** The value of a list that an address or a field names; undefined for any other text. */
export function knownOf<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text)
}

/** The filters an address names; what it says wrong is left out. */
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
    ...(search.decided === 'today' && { decided: search.decided }),
    ...(search.heard && isDaysText(search.heard) && { heard: search.heard }),
    ...((search.promise === 'kept' || search.promise === 'missed') && { promise: search.promise }),
    ...(search.confirm === 'me' && { confirm: search.confirm }),
    ...(search.email === 'unconfirmed' && { email: 'unconfirmed' as const }),
  }
}

/** A list in one word of an address, for pages that lead back to it or go on in it; undefined for what waits for review. */
export function listOf(filters: QueueListFilters): string | undefined {
  return new URLSearchParams(queueSearchOf(filters)).toString() || undefined
}

/** The list that a word of an address names; what it says wrong is left out. */
export function filtersOfList(list: string | undefined): QueueListFilters {
  return queueFiltersOf(Object.fromEntries(new URLSearchParams(list)))
}

function ownerOf(owner: string | undefined): QueueListFilters['owner'] {
  if (owner === 'me' || owner === 'nobody') return owner
  const id = Number(owner)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** What "next" is asked for from a list: a case of it, or of its account type where the list holds none that wait. */
export function nextFiltersOf(filters: QueueListFilters): NextFilters {
  const { kind, state, owner, due, approval, decided, heard, promise, confirm, email } = filters
  const isWaiting = state === undefined || state === 'submitted' || state === 'in_review'
  const isOfDecisions = decided || heard || promise
  return isWaiting && !approval && !isOfDecisions && !confirm && !email
    ? { kind, state, owner, due }
    : { kind }
}
