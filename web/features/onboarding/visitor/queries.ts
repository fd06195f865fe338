import type { SentCode } from '#contract/onboarding/visitors.ts'
import type { Visitor } from '#contract/sign-in/auth.ts'
import { endpointQuery, queryClient } from '#web/lib/query-client.ts'
import { sessionQuery } from '#web/lib/session.ts'
import { forgetVisitor, rememberedEmail, rememberVisitor } from './stored-visitor.ts'

/** The code sent to this browser and not entered yet. */
export const sentCodeQuery = endpointQuery('GET /api/onboarding/email/code')

/** Stores which code this browser is waiting for. */
export function expectCode(code: SentCode | null): void {
  queryClient.setQueryData(sentCodeQuery.queryKey, { code })
}

/**
 * Opens a visitor's application here, and removes what this browser stored of another one, which isn't theirs
 * to see.
 */
export function enterApplication(applicant: Visitor): void {
  if (rememberedEmail() !== applicant.email) {
    forgetVisitor()
    const ofBrowser: unknown[] = [sessionQuery.queryKey[0], sentCodeQuery.queryKey[0]]
    queryClient.removeQueries({ predicate: ({ queryKey }) => !ofBrowser.includes(queryKey[0]) })
  }
  rememberVisitor(applicant)
  queryClient.setQueryData(sessionQuery.queryKey, { isAuthenticated: false, user: null, applicant })
}
