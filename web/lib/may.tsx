import { createContext, type ReactNode, useContext } from 'react'
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

/**
 * Whom a page of the administration is shown to. It stays as it is, locked, when their session ends (security R7), so
 * that nothing typed is lost with a part that no one may see then.
 */
export const ShownTo = createContext<AuthUser | null>(null)

/** Whether the signed-in person, or the one whose page is locked, may do something as staff; false while unknown. */
export function useMay(capability: Capability): boolean {
  const shownTo = useContext(ShownTo)
  return mayDo(useUser() ?? shownTo, capability)
}

/** Shows its children only to staff with this capability; the server enforces it. */
export function IfMay({ capability, children }: { capability: Capability; children: ReactNode }) {
  return useMay(capability) ? children : null
}
