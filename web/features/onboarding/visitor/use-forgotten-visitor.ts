import { useEffect } from 'react'
import { isVisitor, type OnboardingPerson } from '#web/lib/session.ts'
import { forgetVisitor } from './stored-visitor.ts'

/** Once someone is signed in, this browser keeps nothing of the visitor that they or someone else was before. */
export function useForgottenVisitor(person: OnboardingPerson | null | undefined): void {
  const isSignedIn = person ? !isVisitor(person) : false
  useEffect(() => {
    if (isSignedIn) forgetVisitor()
  }, [isSignedIn])
}
