import type { ReactNode } from 'react'
import type { Capability } from '#contract/roles.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { useUser } from './session.ts'

/** Whether someone may do something as staff, by any of their effective roles. */
export function mayDo(user: Pick<AuthUser, 'may'> | null | undefined, capability: Capability): boolean {
  // A release before capabilities sends none.
  return user?.may?.includes(capability) ?? false
}

/** Returns, in order, the items that someone's roles allow, by the capability each requires. */
export function allowedOf<T extends { takes: Capability }>(
  user: Pick<AuthUser, 'may'> | null | undefined,
  parts: readonly T[],
): T[] {
  return parts.filter(({ takes }) => mayDo(user, takes))
}

/** Whether the signed-in person may do something as staff; false while unknown. */
export function useMay(capability: Capability): boolean {
  return mayDo(useUser(), capability)
}

/** Shows its children only to staff with this capability; the server enforces it. */
export function IfMay({ capability, children }: { capability: Capability; children: ReactNode }) {
  return useMay(capability) ? children : null
}
