import { asc, eq, lt } from 'drizzle-orm'
import type { CaseCommand } from '#domain/cases/case.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { casePath } from '#server/model/cases/case-staff-notices.ts'
import { findCaseById, type StoredCase } from '#server/model/cases/cases.ts'
import { giveNotice } from '#server/model/mail/notices.ts'
import { type PendingDecisionRow, pendingDecisions } from '#server/model/schema/cases.ts'
import { users } from '#server/model/schema/users.ts'
import { stillMay } from '#server/model/staff/roles.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { type LockedCase, moveAndTell, requireProposer, withLockedCase } from './decide.ts'

/** A decision that is overdue by this much has lost its job. */
const LEFT_MS = 60_000
const LEFT_AT_ONCE = 500

/**
 * Applies the decision on a case once it can't be undone any more, after checking everything again as it is
 * now. A decision that no longer holds isn't applied, and its reviewer is told. Idempotent; does nothing if
 * none is due.
 */
export async function applyDecision(services: Services, caseId: number): Promise<void> {
  const { database, jobs, now } = services
  const pending = await findPending(database.db, caseId)
  const stored = pending && (await findCaseById(database.db, caseId))
  if (!pending || !stored) return
  const waitMs = pending.dueAt.getTime() - now().getTime()
  if (waitMs > 0) {
    const runAfterSeconds = Math.ceil(waitMs / 1000)
    await database.transaction((tx) => jobs.enqueue(tx, 'apply-decision', { caseId }, { runAfterSeconds }))
    return
  }
  const [reviewer] = await database.db.select().from(users).where(eq(users.id, pending.decidedBy))
  if (!reviewer) return
  const decision = {
    caller: { ...reviewer, userId: reviewer.id },
    userId: stored.userId,
    kind: stored.current.kind,
    origin: undefined,
  }
  await withLockedCase(services, decision, async (locked) => {
    const due = await takeDue(locked)
    if (!due) return
    try {
      await requireDecider(services, locked.tx, due.decidedBy)
      await moveAndTell(services, locked, await commandOf(services, locked, due))
    } catch (refused) {
      if (!(refused instanceof AppError)) throw refused
      await tellLapsed(locked.tx, locked.stored, due, locked.at)
    }
  })
}

/** The decision: the answer to a proposed approval, otherwise the verdicts on the items. */
async function commandOf(
  services: Services,
  { tx, stored, actor, facts }: LockedCase,
  { version }: PendingDecisionRow,
): Promise<CaseCommand> {
  if (stored.current.state === 'awaiting_second_approval') {
    await requireProposer(tx, services, stored)
    return { type: 'confirm_approval', actor, version, ...(await facts.statusObstacles()) }
  }
  const obstacles = await facts.obstacles()
  return { type: 'decide', actor, version, verdicts: [], ...obstacles, gaps: await facts.gaps() }
}

/** Applies decisions whose job was lost. Returns how many were due. */
export async function applyLeftDecisions(services: Services): Promise<number> {
  const before = new Date(services.now().getTime() - LEFT_MS)
  const left = await services.database.db
    .select({ caseId: pendingDecisions.caseId })
    .from(pendingDecisions)
    .where(lt(pendingDecisions.dueAt, before))
    .orderBy(asc(pendingDecisions.dueAt))
    .limit(LEFT_AT_ONCE)
  for (const { caseId } of left) await applyDecision(services, caseId)
  return left.length
}

/** Tells a reviewer that their decision wasn't applied, and records it. */
export async function tellLapsed(
  tx: Db,
  { id, userId, current }: StoredCase,
  { decidedBy, version }: PendingDecisionRow,
  at: Date,
): Promise<void> {
  await giveNotice(tx, {
    userId: decidedBy,
    key: `decision-lapsed:${id}:${version}`,
    title: 'Your decision on {about} wasn’t carried out',
    detail: 'Something changed after you decided. Check the case and decide again.',
    path: casePath(userId, current),
    about: { userId, kind: current.kind },
    at,
  })
  await recordEvent(tx, {
    at,
    type: 'case.decision_lapsed',
    actor: { kind: 'system' },
    userId,
    caseId: id,
    subject: `case:${id}`,
    after: { version, decidedBy },
  })
}

async function findPending(db: Db, caseId: number): Promise<PendingDecisionRow | undefined> {
  const [pending] = await db.select().from(pendingDecisions).where(eq(pendingDecisions.caseId, caseId))
  return pending
}

/**
 * Removes the decision from a locked case if it is still due: another process may have applied it, or it was
 * undone.
 */
async function takeDue({ tx, stored, at }: LockedCase): Promise<PendingDecisionRow | undefined> {
  const pending = await findPending(tx, stored.id)
  if (!pending || pending.dueAt > at) return undefined
  await tx.delete(pendingDecisions).where(eq(pendingDecisions.caseId, stored.id))
  return pending
}

async function requireDecider({ config }: Services, tx: Db, userId: number): Promise<void> {
  if (!(await stillMay(tx, userId, 'cases.decide', config.companyDomains)))
    throw new AppError('FORBIDDEN', 'Who decided may no longer decide.')
}

/** Registers the job that applies decisions. */
export function registerReviewJobs(services: Services): void {
  services.jobs.handle('apply-decision', { concurrency: 2 }, ({ caseId }) => applyDecision(services, caseId))
}
