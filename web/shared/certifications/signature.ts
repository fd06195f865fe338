import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import { FullName } from '#contract/fields.ts'
import { isSameName } from '#domain/person-name.ts'
import type { Terms } from './queries.ts'

/** A name as it is signed, or what is wrong with it: one that is not the account's is never let pass in silence. */
export type ReadName = { fullName: string } | { message: string }

/** Reads a full name against the names of the account; without one any name may sign. */
export function readName(text: string, names: readonly string[]): ReadName {
  const parsed = FullName.safeParse(text)
  if (!parsed.success) return { message: parsed.error.issues[0]?.message ?? 'Enter your full name' }
  if (names.length === 0 || names.some((name) => isSameName(parsed.data, name)))
    return { fullName: parsed.data }
  return {
    message: `Sign with your own name. We know you as ${names.join(' or ')}; you entered ${parsed.data}.`,
  }
}

/** Which statement a box is ticked for: other answers, rules or another day make another statement. */
export function statementKey(investorAnswers: InvestorAnswers, { rules, today }: Terms): string {
  return JSON.stringify([rules.version, today, investorAnswers])
}
