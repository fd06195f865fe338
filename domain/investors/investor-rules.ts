import {
  INVESTOR_RULES,
  type InvestorRuleSetId,
  type InvestorRules,
} from '#contract/certifications/investor-rules.ts'
import type { PlainDate } from '#domain/plain-date.ts'

/** The version of a set of rules that is in force on a day; before its first version, the first. */
export function investorRulesOn(
  id: InvestorRuleSetId,
  day: PlainDate,
  table: readonly InvestorRules[] = INVESTOR_RULES,
): InvestorRules {
  const versions = table
    .filter((rules) => rules.id === id)
    .sort((a, b) => (a.appliesFrom < b.appliesFrom ? -1 : 1))
  const [first] = versions
  if (!first) throw new Error(`There are no investor rules called ${id}`)
  return versions.findLast(({ appliesFrom }) => appliesFrom <= day) ?? first
}
