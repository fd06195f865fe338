import { CaseState } from '#contract/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { APPLICANT_ISSUER } from '#server/platform/database/schema/applicants.ts'
import type { StoredCase } from '#server/records/cases/cases.ts'
import type { Rounds } from './submitted-rounds.ts'

const HINTS_SHOWN = 5

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
  const { rows } = await db.$client.query<{ user_id: string; state: string }>(
    `select other.user_id, c.state
     from business_profiles own
     join business_profiles other on other.registration_country = own.registration_country
       and other.company_number = own.company_number and other.user_id <> own.user_id
     join cases c on c.id = other.case_id
     join users u on u.id = other.user_id and u.issuer <> $2
     where own.user_id = $1 order by other.id limit ${HINTS_SHOWN}`,
    [userId, APPLICANT_ISSUER],
  )
  return rows.map(({ user_id, state }) => {
    const status = CaseState.parse(state).replaceAll('_', ' ')
    return `User ${user_id} has submitted a company with the same number (${status}).`
  })
}
