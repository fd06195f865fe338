import { useState } from 'react'
import { USER_TYPES, type UserType } from '#contract/account/user-types.ts'
import { isVisitor, type OnboardingPerson, useOnboardingPerson } from '#web/lib/session.ts'

/** Whose application it is, as far as the journey needs to know them. */
export interface JourneyApplicant {
  /**
   * Whose draft it is in this browser: the email address of the sign-in, or its subject where it has none. A visitor's
   * has a mark: anyone who types an address must not meet the answers of its owner.
   */
  draftOwner: string
  /** Whether they have no account yet, and an applicant session instead (choices §2). */
  isVisitor: boolean
  userId: number
  auth0Id: string
  email: string | null
  /** What they chose before, in force or waiting for its certification. */
  userType: UserType | null
}

/** The applicant on this page, null while unknown; a session that ends does not take them away. */
export function useApplicant(): { applicant: JourneyApplicant | null; isSignedOut: boolean } {
  const user = useOnboardingPerson()
  const [known, setKnown] = useState<OnboardingPerson | null>(null)
  if (user && user !== known) setKnown(user)
  const person = user ?? known
  return { applicant: person && applicantOf(person), isSignedOut: user === null }
}

/** Whose draft is a visitor's, by the email they typed. */
export function visitorDraftOwner(email: string): string {
  return `visitor:${email}`
}

function applicantOf(person: OnboardingPerson): JourneyApplicant {
  return {
    draftOwner: isVisitor(person) ? visitorDraftOwner(person.email) : (person.email ?? person.auth0_id),
    isVisitor: isVisitor(person),
    userId: person.id,
    auth0Id: person.auth0_id,
    email: person.email,
    userType: USER_TYPES.find((type) => type === (person.user_type ?? person.pending_user_type)) ?? null,
  }
}
