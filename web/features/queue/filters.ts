import { CaseKind, DueState, QueueState } from '#contract/cases.ts'
import type { Filters } from './queries.ts'

type Search = { state?: string; kind?: string; owner?: string; due?: string }

/** The filters an address names; what it says wrong is left out. */
export function filtersOf(search: Search): Filters {
  return {
    state: QueueState.safeParse(search.state).data,
    kind: CaseKind.safeParse(search.kind).data,
    owner: ownerOf(search.owner),
    due: DueState.safeParse(search.due).data,
  }
}

/** The address of these filters, for a link or a navigation. */
export function searchOf({ state, kind, owner, due }: Filters): Search {
  return {
    ...(state && { state }),
    ...(kind && { kind }),
    ...(owner !== undefined && { owner: String(owner) }),
    ...(due && { due }),
  }
}

function ownerOf(owner: string | undefined): Filters['owner'] {
  if (owner === 'me' || owner === 'nobody') return owner
  const id = Number(owner)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
