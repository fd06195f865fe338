import { useState } from 'react'
import { USER_TYPES, type UserType } from '#contract/account/user-types.ts'
import { isVisitor, type OnboardingPerson, useOnboardingPerson } from '#web/lib/session.ts'

/** The application's owner, as far as the journey needs to know them. */
export interface JourneyApplicant {
  /** Whether they have no account yet, and an applicant session instead (choices §2.4). */
  isVisitor: boolean
  userId: number
  auth0Id: string
  email: string | null
  /** The type they chose before, in force or pending certification. */
  userType: UserType | null
}

/** The applicant on this page, null while unknown; stays the same when the session ends. */
export function useApplicant(): { applicant: JourneyApplicant | null; isSignedOut: boolean } {
  const user = useOnboardingPerson()
  const [known, setKnown] = useState<OnboardingPerson | null>(null)
  if (user && user !== known) setKnown(user)
  const person = user ?? known
  return { applicant: person && applicantOf(person), isSignedOut: user === null }
}

function applicantOf(person: OnboardingPerson): JourneyApplicant {
  return {
    isVisitor: isVisitor(person),
    userId: person.id,
    auth0Id: person.auth0_id,
    email: person.email,
    userType: USER_TYPES.find((type) => type === (person.user_type ?? person.pending_user_type)) ?? null,
  }
}
