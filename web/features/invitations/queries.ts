import { keepPreviousData } from '@tanstack/react-query'
import { INVITATIONS_PER_PAGE, type InvitationSort } from '#contract/invitations/invitations.ts'
import { endpointQuery, listQuery } from '#web/lib/query-client.ts'

const KEY = 'GET /api/admin/beta-invites'

export interface InvitationFilters {
  email?: string
  sort?: InvitationSort
  order?: 'asc' | 'desc'
}

/** The matching invitations, page by page; the rows shown stay while others load. */
export function invitationsQuery(filters: InvitationFilters) {
  return {
    ...listQuery(KEY, { query: { ...filters, limit: INVITATIONS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  }
}

/** One invitation by its id, because a link may name any of them. */
export const invitationQuery = (id: number) => endpointQuery(KEY, { query: { id } })

/** One user's invitations. */
export const userInvitationsQuery = (userId: number) => endpointQuery(KEY, { query: { userId } })
