import { useState } from 'react'
import type { AuthUser } from '#contract/auth.ts'
import { UserType } from '#contract/user-types.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sessionQuery, useUser } from '#web/lib/session.ts'

/** Whose application it is, as far as the journey needs to know them. */
export interface Applicant {
  /** Whose draft it is in this browser: the email address of the sign-in, or its subject where it has none. */
  draftOwner: string
  userId: number
  auth0Id: string
  email: string | null
  /** What they chose before, in force or waiting for its certification. */
  userType: UserType | null
}

/** The applicant on this page, null while unknown; a session that ends does not take them away. */
export function useApplicant(): { applicant: Applicant | null; isSignedOut: boolean } {
  const user = useUser()
  const [known, setKnown] = useState<AuthUser | null>(null)
  if (user && user !== known) setKnown(user)
  const person = user ?? known
  return { applicant: person && applicantOf(person), isSignedOut: user === null }
}

/** The applicant before a page shows, or null. Throws ApiError. */
export async function loadApplicant(): Promise<Applicant | null> {
  const { user } = await queryClient.ensureQueryData(sessionQuery)
  return user && applicantOf(user)
}

function applicantOf(user: AuthUser): Applicant {
  return {
    draftOwner: user.email ?? user.sub,
    userId: user.id,
    auth0Id: user.auth0_id,
    email: user.email,
    userType: UserType.safeParse(user.user_type ?? user.pending_user_type).data ?? null,
  }
}
