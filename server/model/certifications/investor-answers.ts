import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { AnswerAttempts } from '#contract/certifications/certifications.ts'
import type { InvestorAnswers } from '#contract/certifications/investor-answers.ts'
import type { InvestorRuleSetId } from '#contract/certifications/investor-rules.ts'
import { investorRulesOn } from '#domain/investors/investor-criteria.ts'
import { type AttemptStanding, attemptStanding } from '#domain/investors/statement-expiry.ts'
import { londonDate } from '#domain/plain-date.ts'
import { type InvestorAnswersRow, investorAnswers } from '#server/model/schema/certifications.ts'
import type { Db } from '#server/platform/database/database.ts'

/** More than fit into the period that counts: the questions close after two sets, and equal answers are one set. */
const NEWEST = 50

/** A person's newest sets of answers under a version of the rules, newest first. */
export async function newestAnswers(
  db: Db,
  userId: number,
  rulesVersion: string,
): Promise<InvestorAnswersRow[]> {
  return db
    .select()
    .from(investorAnswers)
    .where(and(eq(investorAnswers.userId, userId), eq(investorAnswers.rulesVersion, rulesVersion)))
    .orderBy(desc(investorAnswers.givenAt), desc(investorAnswers.id))
    .limit(NEWEST)
}

/** Whether a person may answer at `now`, from their earlier sets. */
export function answersStanding(
  rows: readonly Pick<InvestorAnswersRow, 'givenAt' | 'unmet'>[],
  now: Date,
): AttemptStanding {
  return attemptStanding(
    rows.map((row) => ({ at: row.givenAt, met: unmetOf(row).length === 0 })),
    now,
  )
}

/** Until when the questions under the current rules are closed to a person; null while they are open. */
export async function questionsClosedUntil(
  db: Db,
  userId: number,
  ruleSet: InvestorRuleSetId,
  now: Date,
): Promise<Date | null> {
  const { version } = investorRulesOn(ruleSet, londonDate(now))
  const standing = answersStanding(await newestAnswers(db, userId, version), now)
  return standing.kind === 'open' ? null : standing.until
}

/** The same on the wire. */
export function presentStanding(standing: AttemptStanding): AnswerAttempts {
  return standing.kind === 'open'
    ? { left: standing.left, opens_at: null }
    : { left: 0, opens_at: standing.until.toISOString() }
}

/** The criteria that a set of answers didn't meet. */
export function unmetOf({ unmet }: Pick<InvestorAnswersRow, 'unmet'>): { field: string; message: string }[] {
  return unmet as { field: string; message: string }[]
}

/** A stored set of answers; only answers that the contract's schema accepted are stored. */
export function storedAnswersOf({ category, answers }: InvestorAnswersRow): InvestorAnswers {
  return { category, answers } as InvestorAnswers
}

/** Attaches the answers since the last statement to the one that was just signed. */
export async function storeWithStatement(tx: Db, userId: number, certificationId: number): Promise<void> {
  await tx
    .update(investorAnswers)
    .set({ certificationId })
    .where(and(eq(investorAnswers.userId, userId), isNull(investorAnswers.certificationId)))
}

/** A statement's answers, earliest first. */
export async function answersOfStatement(db: Db, certificationId: number): Promise<InvestorAnswersRow[]> {
  return db
    .select()
    .from(investorAnswers)
    .where(eq(investorAnswers.certificationId, certificationId))
    .orderBy(asc(investorAnswers.givenAt), asc(investorAnswers.id))
}
