import type { LightMyRequestResponse } from 'fastify'
import {
  INVESTOR_CERTIFICATION_NAMES,
  type InvestorCategory,
} from '#contract/certifications/investor-rules.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { TestUser } from './app.ts'

/** Answers that meet their category under both sets of rules. */
export const GOOD_ANSWERS = {
  restricted: { investedPercent: 4.25, willInvestPercent: 7 },
  hnw: { income: 185_000, netAssets: 512_000 },
  sophisticated: { test: 'angel', networkName: 'Northern Angels', memberSince: '2021-05-04' },
} as const satisfies Record<InvestorCategory, object>

/** What the wizard sends; `data` replaces parts of what is signed, `changes` parts around it. */
export function statementOf(
  category: InvestorCategory,
  data: Record<string, unknown> = {},
  changes: Record<string, unknown> = {},
) {
  return {
    certification_type: 'investor_category',
    certification_name: INVESTOR_CERTIFICATION_NAMES[category],
    additional_data: {
      category,
      fullName: 'Ada Lovelace',
      acknowledgedRisk: true,
      acknowledgedStatement: true,
      fromOnboardingFlow: false,
      answers: GOOD_ANSWERS[category],
      ...data,
    },
    ...changes,
  }
}

/** Signs a statement as the page does. */
export function sign(
  person: TestUser,
  category: InvestorCategory,
  data?: Record<string, unknown>,
  changes?: Record<string, unknown>,
): Promise<LightMyRequestResponse> {
  return person.call('POST', '/api/certifications/accept', statementOf(category, data, changes))
}

/** Chooses a type that needs certification, as onboarding does. */
export function wish(person: TestUser, user_type: 'trade' | 'invest'): Promise<LightMyRequestResponse> {
  return person.call('POST', '/api/users/update-type', { user_type, skipCertificationCheck: true })
}

/** The stored evidence of a person's statements, oldest first. */
export async function statementRows(database: Database, person: TestUser) {
  const { rows } = await database.pool.query(
    "select * from certifications where user_id = $1 and certification_type = 'investor_category' order by id",
    [person.id],
  )
  return rows
}

/** What the person reads about their own certifications. */
export async function heldBy(person: TestUser) {
  return (await person.call('GET', '/api/certifications/user')).json()
}

/** Whether the server says that something was accepted. */
export async function hasAccepted(person: TestUser, name: string): Promise<boolean> {
  return (await person.call('GET', `/api/certifications/check?name=${name}`)).json().hasAccepted
}
