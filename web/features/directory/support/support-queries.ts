import { endpointQuery } from '#web/lib/query-client.ts'

/** Defined here, because the contract's file contains schemas that no page should load. */
export const CHANGE_FORM_FIELDS = [
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'Email address' },
  { value: 'phone', label: 'Phone number' },
  { value: 'address', label: 'Home address' },
] as const

export const supportQuery = (id: number) =>
  endpointQuery('GET /api/admin/users/:id/support', { params: { id } })

export const waitingChangesQuery = endpointQuery('GET /api/admin/changes')
