import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { ACTIVITY_REFRESH_MS, type SignInMethod } from '#contract/audit/admin-activity.ts'
import type { AuditFilters } from '#contract/audit/admin-audit.ts'
import { api } from '#web/lib/api.ts'
import { endpointQuery, PAGE_BY_PAGE } from '#web/lib/query-client.ts'

export interface ActivityFilters {
  email?: string
  method?: SignInMethod
}

/** Who signed in, asked for again by itself (account-admin §7, user activity). */
export function activityQuery(filters: ActivityFilters) {
  const key = 'GET /api/admin/user-activity'
  return infiniteQueryOptions({
    queryKey: [key, filters],
    queryFn: ({ pageParam, signal }) => api(key, { query: { ...filters, cursor: pageParam } }, { signal }),
    ...PAGE_BY_PAGE,
    refetchInterval: ACTIVITY_REFRESH_MS,
    placeholderData: keepPreviousData,
  })
}

/** When one user signed in. */
export function signInsQuery(id: number) {
  const key = 'GET /api/admin/users/:id/sign-ins'
  return infiniteQueryOptions({
    queryKey: [key, id],
    queryFn: ({ pageParam, signal }) =>
      api(key, { params: { id }, query: { limit: 10, cursor: pageParam } }, { signal }),
    ...PAGE_BY_PAGE,
  })
}

/** All that happened with one user. */
export function userEventsQuery(id: number) {
  const key = 'GET /api/admin/users/:id/events'
  return infiniteQueryOptions({
    queryKey: [key, id],
    queryFn: ({ pageParam, signal }) =>
      api(key, { params: { id }, query: { limit: 25, cursor: pageParam } }, { signal }),
    ...PAGE_BY_PAGE,
  })
}

/** Where one user is signed in. */
export const userSessionsQuery = (id: number) =>
  endpointQuery('GET /api/admin/users/:id/sessions', { params: { id } })

/** The audit log, narrowed by these filters. */
export function auditQuery(filters: AuditFilters) {
  const key = 'GET /api/admin/audit'
  return infiniteQueryOptions({
    queryKey: [key, filters],
    queryFn: ({ pageParam, signal }) => api(key, { query: { ...filters, cursor: pageParam } }, { signal }),
    ...PAGE_BY_PAGE,
    placeholderData: keepPreviousData,
  })
}

/** The last checkpoint of the audit log, and the last check against it. */
export const auditCheckpointQuery = endpointQuery('GET /api/admin/audit/checkpoint')

/** The types of event there are, for the filter. */
export const auditTypesQuery = endpointQuery('GET /api/admin/audit/types')
