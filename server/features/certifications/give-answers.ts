import { isDeepStrictEqual } from 'node:util'
import type { AnswerAttempts } from '#contract/certifications/certifications.ts'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import type { InvestorRules } from '#contract/certifications/investor-rules.ts'
import type { DateStyle } from '#contract/date-style.ts'
import { momentText } from '#domain/date-text.ts'
import { investorRulesOn } from '#domain/investors/investor-criteria.ts'
import { investorEligibility, type UnmetCriterion } from '#domain/investors/investor-eligibility.ts'
import { DAY_MS, londonDate } from '#domain/plain-date.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import {
  answersStanding,
  newestAnswers,
  presentStanding,
  storedAnswersOf,
  unmetOf,
} from '#server/model/certifications/investor-answers.ts'
import { lockUser } from '#server/model/people/user-type.ts'
import { investorAnswers } from '#server/model/schema/certifications.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import type { Services } from '#server/services.ts'

interface Given {
  userId: number
  given: InvestorAnswers
  rules: InvestorRules
  dateStyle: DateStyle
  origin: Origin
  at: Date
}

export type AnswersOutcome =
  | { kind: 'met' }
  | { kind: 'unmet'; unmet: readonly UnmetCriterion[] }
  /** Nothing was judged or stored. */
  | { kind: 'waiting'; until: Date }

export interface JudgedAnswers {
  unmet: UnmetCriterion[]
  attempts: AnswerAttempts
}

/** Judges and stores a set of answers. Throws INVALID_STATE while the questions are closed. */
export async function judgeAnswers(
  { config, database, now }: Services,
  { userId, given, origin }: Pick<Given, 'userId' | 'given' | 'origin'>,
): Promise<JudgedAnswers> {
  const at = now()
  const { dateStyle } = config
  const rules = investorRulesOn(config.investorRules, londonDate(at))
  return database.transaction(async (tx) => {
    // The second of two concurrent calls waits here, and then counts the first.
    await lockUser(tx, userId)
    const outcome = await storeAnswers(tx, { userId, given, rules, dateStyle, origin, at })
    if (outcome.kind === 'waiting') throw questionsClosed(outcome.until, dateStyle)
    const attempts = presentStanding(answersStanding(await newestAnswers(tx, userId, rules.version), at))
    return { unmet: outcome.kind === 'unmet' ? [...outcome.unmet] : [], attempts }
  })
}

/**
 * Stores a set of answers with its time and event, and returns whether it meets the category. The same set
 * again, from a second tab or a repeated call, is the same attempt. The caller must have locked the person's
 * row.
 */
export async function storeAnswers(
  tx: Db,
  { userId, given, rules, dateStyle, origin, at }: Given,
): Promise<AnswersOutcome> {
  const eligibility = investorEligibility(rules, given, londonDate(at), dateStyle)
  const unmet = eligibility.eligible ? [] : eligibility.unmet
  const rows = await newestAnswers(tx, userId, rules.version)
  const { category, answers } = JSON.parse(JSON.stringify(given)) as InvestorAnswers
  const last = rows[0]
  const isSame =
    last !== undefined &&
    at.getTime() - last.givenAt.getTime() < DAY_MS &&
    isDeepStrictEqual(storedAnswersOf(last), { category, answers }) &&
    unmetOf(last).length === unmet.length
  if (!isSame) {
    const standing = answersStanding(rows, at)
    if (standing.kind === 'waiting') return standing
    const [row] = await tx
      .insert(investorAnswers)
      .values({ userId, rulesVersion: rules.version, category, answers, unmet, givenAt: at })
      .returning({ id: investorAnswers.id })
    // The figures stay with the answers, which are deleted eventually, while the ledger is kept for ever.
    await recordEvent(tx, {
      at,
      type: 'consent.answered',
      actor: { kind: 'user', id: userId },
      userId,
      subject: `investor-answers:${row?.id}`,
      after: { rulesVersion: rules.version, category, met: unmet.length === 0 },
      origin,
    })
  }
  return unmet.length > 0 ? { kind: 'unmet', unmet } : { kind: 'met' }
}

/** The error while the questions are closed, with the time they open again. */
export function questionsClosed(until: Date, style: DateStyle): AppError {
  return new AppError(
    'INVALID_STATE',
    `Your answers did not meet a category twice within 24 hours. You can answer again from ${momentText(until, style)}.`,
  )
}
