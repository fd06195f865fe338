import type { CasePolicy } from '#domain/cases/case.ts'
import type { Config } from '#server/config.ts'

/**
 * Four eyes are always on for overrides; for every approval where the deployment asks for it, and for that of someone
 * politically exposed (cases, Deciding).
 */
export function casePolicyOf(config: Config, isExposed = false): CasePolicy {
  return { fourEyes: { approvals: config.fourEyes || isExposed, overrides: true } }
}
