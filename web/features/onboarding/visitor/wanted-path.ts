import type { CaseKind } from '#contract/cases.ts'
import { safeReturnPath } from '#domain/return-path.ts'
import { paths } from '#web/lib/paths.ts'

/** Where a visitor wanted to go, if it is a page of this site; else their application, the consumer's unless known better. */
export function wantedPath(returnTo: string | undefined, kind: CaseKind | null): string {
  const path = safeReturnPath(returnTo)
  if (path !== '/') return path
  return kind === 'business' ? paths.businessOnboarding() : paths.consumerOnboarding()
}

/** The kind of account that a visitor came for, where the page they wanted says so. */
export function wantedKind(returnTo: string | undefined): CaseKind | undefined {
  const path = safeReturnPath(returnTo)
  if (path.startsWith(paths.businessOnboarding())) return 'business'
  return path.startsWith(paths.consumerOnboarding()) ? 'consumer' : undefined
}
