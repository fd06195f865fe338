import { safeReturnPath } from '#domain/return-path.ts'
import { paths } from '#web/lib/paths.ts'

/** Where a visitor wanted to go, if it is a page of this site; else the consumer's application (decisions §1). */
export function wantedPath(returnTo: string | undefined): string {
  const path = safeReturnPath(returnTo)
  return path === '/' ? paths.consumerOnboarding() : path
}
