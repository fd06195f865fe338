import type { ReactNode } from 'react'
import type { Capability } from '#contract/roles.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { useUser } from './session.ts'

/** Whether someone may do something as staff: by any of their roles, while those have an effect. */
export function mayDo(user: Pick<AuthUser, 'may'> | null | undefined, capability: Capability): boolean {
  // A release before capabilities names none.
  return user?.may?.includes(capability) ?? false
}

/** Returns those that someone's roles let them see, in their order; each says what it takes. */
export function allowedOf<T extends { takes: Capability }>(
  user: Pick<AuthUser, 'may'> | null | undefined,
  parts: readonly T[],
): T[] {
  return parts.filter(({ takes }) => mayDo(user, takes))
}

/** Whether who is signed in may do something as staff; false while that is unknown. */
export function useMay(capability: Capability): boolean {
  return mayDo(useUser(), capability)
}

/** Shows what staff may use whose role allows it, and nothing to others; the server enforces it. */
export function IfMay({ capability, children }: { capability: Capability; children: ReactNode }) {
  return useMay(capability) ? children : null
}
