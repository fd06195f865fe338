import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { REMINDER_DAYS } from '#contract/onboarding/application-claims.ts'
import { CaseState } from '#contract/verification/cases.ts'
import { isSubmitted } from '#domain/cases/case-view.ts'
import { DAY_MS } from '#domain/plain-date.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { applicants } from '#server/model/schema/applicants.ts'
import { cases, drafts } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countInTurn, eachInTurn, unattended } from '#server/platform/jobs/in-batches.ts'
import type { Services } from '#server/services.ts'

type Reminding = Pick<Services, 'database' | 'mailer' | 'now' | 'log'>

/**
 * Tells visitors once, some days before, that their application will be deleted, at the address they proved;
 * returns how many. Skips applications that were claimed or are empty.
 */
export async function remindVisitors(
  services: Reminding,
  progress = unattended(services.log),
): Promise<{ reminded: number }> {
  const at = services.now()
  const page = endingSoon(services.database.db, at)
  const work = ({ id }: { id: number }) =>
    services.database.transaction((tx) => remindOne(services, tx, id, at))
  const failed = 'A visitor could not be reminded'
  return { reminded: await eachInTurn(progress, 'reminded', { page, work, failed }) }
}

/** How many are to be told now. */
export function countVisitorsToRemind({
  database,
  now,
}: Pick<Services, 'database' | 'now'>): Promise<number> {
  return countInTurn(endingSoon(database.db, now()))
}

function endingSoon(db: Db, at: Date) {
  return (after = '0', size: number) =>
    db
      .select({ id: applicants.userId })
      .from(applicants)
      .where(
        and(
          isNotNull(applicants.provenAt),
          isNull(applicants.remindedAt),
          lte(applicants.expiresAt, new Date(at.getTime() + REMINDER_DAYS * DAY_MS)),
          gt(applicants.expiresAt, at),
          gt(applicants.userId, Number(after)),
        ),
      )
      .orderBy(applicants.userId)
      .limit(size)
}

/** Returns false if it was done before, or the application is gone. */
async function remindOne(services: Reminding, tx: Db, userId: number, at: Date): Promise<boolean> {
  const [visit] = await tx
    .update(applicants)
    .set({ remindedAt: at })
    .where(and(eq(applicants.userId, userId), isNull(applicants.remindedAt)))
    .returning()
  if (!visit) return false
  const held = await tx
    .select({ kind: cases.kind, round: cases.round, state: cases.state })
    .from(cases)
    .where(eq(cases.userId, userId))
  const saved = await tx.select({ kind: drafts.kind }).from(drafts).where(eq(drafts.userId, userId))
  if (held.length + saved.length === 0) return false
  const kind = held.find(({ round }) => round > 0)?.kind ?? saved[0]?.kind ?? held[0]?.kind
  await services.mailer.queue(tx, {
    kind: 'application-ending',
    props: {
      isSubmitted: held.some(({ state }) => isSubmitted(CaseState.parse(state))),
      isCompany: kind === 'business',
      keptUntil: visit.expiresAt,
      path: '/email-collection',
    },
    to: visit.email,
    messageKey: `application-ending:${userId}`,
    at,
  })
  await recordEvent(tx, { at, type: 'application.reminded', actor: { kind: 'system' }, userId })
  return true
}
