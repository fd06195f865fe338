import { keepPreviousData } from '@tanstack/react-query'
import type { UserFilters as WireFilters } from '#contract/directory/admin-users.ts'
import type { CaseKind } from '#contract/verification/cases.ts'
import { endpointQuery, listQuery } from '#web/lib/query-client.ts'

export interface UserListFilters extends WireFilters {
  sort?: 'name' | 'created'
  order?: 'asc' | 'desc'
}

/** The matching users, page by page; the rows shown stay while others load. */
export function usersQuery(filters: UserListFilters) {
  return { ...listQuery('GET /api/admin/users', { query: filters }), placeholderData: keepPreviousData }
}

/** One user, for administration. */
export const userQuery = (id: number) => endpointQuery('GET /api/admin/users/:id', { params: { id } })

/** One of the user's two cases as its reviewer sees it: their own, or their company's. */
export const reviewCaseQuery = (id: number, kind: CaseKind) =>
  endpointQuery('GET /api/admin/users/:id/kyc-case', { params: { id }, query: { kind } })
