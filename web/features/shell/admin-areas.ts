import type { Capability } from '#contract/roles.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { allowedOf, mayDo } from '#web/lib/may.tsx'

/** The areas of administration in the header's order, each with the capability needed to see it. */
export const ADMIN_AREAS = [
  { id: 'dashboard', label: 'Users', takes: 'people.find' },
  { id: 'queue', label: 'Review queue', takes: 'queue.read' },
  { id: 'screening', label: 'Screening', takes: 'screening.read' },
  { id: 'privacy', label: 'Data requests', takes: 'privacy.read' },
  { id: 'clients', label: 'Clients', takes: 'clients.read' },
  { id: 'invoices', label: 'Invoices', takes: 'invoices.read' },
  { id: 'audit', label: 'Audit log', takes: 'audit.read' },
  { id: 'jobs', label: 'Jobs', takes: 'jobs.read' },
] as const satisfies readonly { id: string; label: string; takes: Capability }[]
export type AdminArea = (typeof ADMIN_AREAS)[number]

/** Returns the areas that someone's roles let them see, in order. */
export function areasOf(user: AuthUser): AdminArea[] {
  return allowedOf(user, ADMIN_AREAS)
}

/** Whether someone may see the administration page at this path. */
export function maySee(user: AuthUser, path: string): boolean {
  const area = path.split('/')[2]
  const takes = area?.startsWith('user') ? 'people.read' : ADMIN_AREAS.find(({ id }) => id === area)?.takes
  return takes !== undefined && mayDo(user, takes)
}
