import type { RoleName } from '#contract/roles.ts'
import { api } from '#web/lib/api.ts'
import { endpointQuery, invalidate, listQuery } from '#web/lib/query-client.ts'

/** Everyone with a role, page by page. */
export const administratorsQuery = listQuery('GET /api/admin/administrators', { query: { limit: 50 } })

/** Proposed super admins awaiting a second approval; refetched whenever the tab is focused. */
export const roleProposalsQuery = { ...endpointQuery('GET /api/admin/role-proposals'), staleTime: 0 }

/** One change of a role. */
export interface RoleWish {
  email: string
  role: RoleName
}

/** The outcome of a change, as a toast's text. */
interface RoleNews {
  title: string
  description: string
}

/** Gives or removes a role, and refetches everything that shows roles. */
export async function changeRole(direction: 'promote' | 'demote', body: RoleWish): Promise<RoleNews> {
  const { message, user } =
    direction === 'promote'
      ? await api('POST /api/admin/users/promote', { body })
      : await api('POST /api/admin/users/demote', { body })
  await readRolesAgain()
  const isProposed = direction === 'promote' && body.role === 'super_admin' && !user.is_super_admin
  return { title: isProposed ? 'Super admin proposed' : 'Role updated', description: message }
}

/** Answers a proposed super admin; returns the server's message. */
export async function answerProposal(id: number, answer: 'confirm' | 'decline'): Promise<string> {
  const input = { params: { id }, body: {} }
  const { message } =
    answer === 'confirm'
      ? await api('POST /api/admin/role-proposals/:id/confirm', input)
      : await api('POST /api/admin/role-proposals/:id/decline', input)
  await readRolesAgain()
  return message
}

/** Refetches everything that shows roles; the changed one may be the reader's own. */
export function readRolesAgain(): Promise<void> {
  return invalidate(
    'GET /api/admin/administrators',
    'GET /api/admin/role-proposals',
    'GET /api/admin/users/:id',
    'GET /api/auth/user',
  )
}
