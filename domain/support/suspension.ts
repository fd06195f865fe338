/** What a suspension needs to know about a person. */
export interface Suspendable {
  id: number
  isSuperAdmin: boolean
}

export type SuspensionRefusal = 'own_account' | 'super_admin_only' | 'last_super_admin'

/**
 * Returns why someone may not suspend or restore a person; null if they may. Only a super admin acts on a super admin,
 * no one on themselves, and one super admin who can act always remains.
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
