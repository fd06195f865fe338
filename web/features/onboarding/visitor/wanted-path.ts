import type { CaseKind } from '#contract/verification/cases.ts'
import { safeReturnPath } from '#domain/return-path.ts'

/** Where a visitor wanted to go, if it is a page of this site; else their application, the consumer's unless known better. */
export function wantedPath(returnTo: string | undefined, kind: CaseKind | null): string {
  const path = safeReturnPath(returnTo)
  if (path !== '/') return path
  return kind === 'business' ? '/onboarding/business' : '/onboarding/consumer'
}

/** The kind of account that a visitor came for, where the page they wanted says so. */
export function wantedKind(returnTo: string | undefined): CaseKind | undefined {
  const path = safeReturnPath(returnTo)
  if (path.startsWith('/onboarding/business')) return 'business'
  return path.startsWith('/onboarding/consumer') ? 'consumer' : undefined
}
