import { keepPreviousData } from '@tanstack/react-query'
import { ACTIVITY_REFRESH_MS, type SignInMethod } from '#contract/audit/admin-activity.ts'
import type { AuditFilters } from '#contract/audit/admin-audit.ts'
import { endpointQuery, listQuery } from '#web/lib/query-client.ts'

export interface ActivityFilters {
  email?: string
  method?: SignInMethod
}

/** Recent sign-ins, refetched automatically (account-admin §9.1). */
export function activityQuery(filters: ActivityFilters) {
  return {
    ...listQuery('GET /api/admin/user-activity', { query: filters }),
    refetchInterval: ACTIVITY_REFRESH_MS,
    placeholderData: keepPreviousData,
  }
}

/** One user's sign-ins. */
export const signInsQuery = (id: number) =>
  listQuery('GET /api/admin/users/:id/sign-ins', { params: { id }, query: { limit: 10 } })

/** All events about one user. */
export const userEventsQuery = (id: number) =>
  listQuery('GET /api/admin/users/:id/events', { params: { id }, query: { limit: 25 } })

/** One user's sessions. */
export const userSessionsQuery = (id: number) =>
  endpointQuery('GET /api/admin/users/:id/sessions', { params: { id } })

/** The audit log with these filters. */
export function auditQuery(filters: AuditFilters) {
  return { ...listQuery('GET /api/admin/audit', { query: filters }), placeholderData: keepPreviousData }
}

/** The audit log's last checkpoint, and the last check against it. */
export const auditCheckpointQuery = endpointQuery('GET /api/admin/audit/checkpoint')

/** The existing event types, for the filter. */
export const auditTypesQuery = endpointQuery('GET /api/admin/audit/types')
