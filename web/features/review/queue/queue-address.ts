import type { QueueListFilters } from './queries.ts'

/** The queue's URL parameters, which anyone may have typed. */
export type QueueAddress = {
  q?: string
  state?: string
  kind?: string
  owner?: string
  due?: string
  approval?: string
  heard?: string
  promise?: string
  confirm?: string
  email?: string
  sort?: string
  order?: string
}

/** Returns the URL parameters for these filters, for a link or a navigation. */
export function queueSearchOf({
  q,
  state,
  kind,
  owner,
  due,
  approval,
  heard,
  promise,
  confirm,
  email,
  sort,
  order,
}: QueueListFilters): QueueAddress {
  return {
    ...(q && { q }),
    ...(state && { state }),
    ...(kind && { kind }),
    ...(owner !== undefined && { owner: String(owner) }),
    ...(due && { due }),
    ...(sort && { sort }),
    ...(order && { order }),
    ...(approval && { approval }),
    ...(heard && { heard }),
    ...(promise && { promise }),
    ...(confirm && { confirm }),
    ...(email && { email }),
  }
}
