/** A person as far as a suspension looks at them. */
export interface Suspendable {
  id: number
  isSuperAdmin: boolean
}

export type SuspensionRefusal = 'own_account' | 'super_admin_only' | 'last_super_admin'

/**
 * Why someone may not suspend or restore a person; null where they may. Only a super admin acts on a super admin, no one
 * on themselves, and one super admin who can act always remains.
 */
export function suspensionRefusal(
  act: 'suspend' | 'restore',
  actor: Suspendable,
  person: Suspendable,
  actingSuperAdmins: readonly number[],
): SuspensionRefusal | null {
  if (actor.id === person.id) return 'own_account'
  if (!person.isSuperAdmin) return null
  if (!actor.isSuperAdmin) return 'super_admin_only'
  if (act === 'suspend' && !actingSuperAdmins.some((id) => id !== person.id)) return 'last_super_admin'
  return null
}
