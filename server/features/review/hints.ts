import { CaseState } from '#contract/verification/cases.ts'
import type { StoredCase } from '#server/model/cases/cases.ts'
import { APPLICANT_ISSUER } from '#server/model/schema/applicants.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectSameCompany } from './review.sql.ts'
import type { Rounds } from './submitted-rounds.ts'

/** What else a reviewer of a company should know: who is no longer in it, and who else submitted it. */
export async function hintsOf(db: Db, { userId, record }: StoredCase, rounds: Rounds): Promise<string[]> {
  if (record.kind !== 'business') return []
  return [...leftOut(rounds), ...(await sameCompany(db, userId))]
}

/** People who were in the submission before and are not in this one: no item tells of them any more. */
function leftOut({ now, before }: Rounds): string[] {
  return Object.entries(before?.labels ?? {})
    .filter(([key]) => now && !(key in now.labels))
    .map(([, label]) => `${label} was in the submission before and is not in this one.`)
}

/** Reviewers alone are told: to refuse the second account would tell strangers who is a customer (docs/product/onboarding.md, Companies). */
async function sameCompany(db: Db, userId: number): Promise<string[]> {
  const { rows } = await selectSameCompany(db, [userId, APPLICANT_ISSUER])
  return rows.map(({ user_id, state }) => {
    const status = CaseState.parse(state).replaceAll('_', ' ')
    return `User ${user_id} has submitted a company with the same number (${status}).`
  })
}
