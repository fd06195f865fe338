import type { ReactNode } from 'react'
import type { Capability } from '#contract/roles.ts'
import type { AuthUser } from '#contract/sign-in/auth.ts'
import { useUser } from './session.ts'

/** Whether someone may do something as staff: by any of their roles, while those have an effect. */
export function mayDo(user: Pick<AuthUser, 'may'> | null | undefined, capability: Capability): boolean {
  // A release before capabilities names none.
  return user?.may?.includes(capability) ?? false
}

/** The same of who is signed in; false while that is unknown. */
export function useMay(capability: Capability): boolean {
  return mayDo(useUser(), capability)
}

/** Shows what staff may use whose role allows it, and nothing to others; the server enforces it. */
export function IfMay({ capability, children }: { capability: Capability; children: ReactNode }) {
  return useMay(capability) ? children : null
}
