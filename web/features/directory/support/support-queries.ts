import { endpointQuery } from '#web/lib/query-client.ts'

export const supportQuery = (id: number) =>
  endpointQuery('GET /api/admin/users/:id/support', { params: { id } })

export const waitingChangesQuery = endpointQuery('GET /api/admin/changes')
