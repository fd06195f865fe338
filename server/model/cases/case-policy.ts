import type { CasePolicy } from '#domain/cases/case.ts'
import type { Config } from '#server/config.ts'

/**
 * A second approval is always required for overrides, for every approval if the deployment says so, and for
 * approving a politically exposed person (cases, Four eyes).
 */
export function casePolicyOf(config: Config, isExposed = false): CasePolicy {
  return { fourEyes: { approvals: config.fourEyes || isExposed, overrides: true } }
}
