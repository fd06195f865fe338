import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AdminRole } from '#contract/admin-roles.ts'
import { api } from '#web/lib/api.ts'
import { invalidate } from '#web/lib/query-client.ts'

/** Everybody with a role, page by page. */
export const administratorsQuery = infiniteQueryOptions({
  queryKey: ['GET /api/admin/administrators'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /api/admin/administrators', { query: { limit: 50, cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
})

/** One change of a role. */
export interface RoleWish {
  email: string
  role: AdminRole
}

/** Gives or takes a role; what shows roles is read again. */
export async function changeRole(direction: 'promote' | 'demote', body: RoleWish): Promise<string> {
  const { message } =
    direction === 'promote'
      ? await api('POST /api/admin/users/promote', { body })
      : await api('POST /api/admin/users/demote', { body })
  // One's own role may be the one that changed.
  await invalidate('GET /api/admin/administrators', 'GET /api/admin/users/:id', 'GET /api/auth/user')
  return message
}
