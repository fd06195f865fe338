import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { decideCase } from '#contract/review/admin-cases.ts'
import type { confirmApproval } from '#contract/review/case-work.ts'
import { UNDO_SECONDS } from '#contract/verification/case-limits.ts'
import { OPEN_STATES } from '#contract/verification/case-states.ts'
import type { CaseState } from '#contract/verification/cases.ts'
import { transition } from '#domain/cases/case-machine.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { caseRefusal } from '#server/model/cases/case-refusal.ts'
import { moveCase, type StoredCase } from '#server/model/cases/cases.ts'
import { pendingDecisions } from '#server/model/schema/cases.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Services } from '#server/services.ts'
import { tellLapsed } from './apply-decision.ts'
import {
  type Decision,
  type LockedCase,
  moveAndTell,
  requireProposer,
  verdictOf,
  withLockedCase,
} from './decide.ts'

/** Decisions that have a confirmation dialog, or tell the person nothing. */
const AT_ONCE: ReadonlySet<CaseState> = new Set(['rejected', 'awaiting_second_approval'])

/**
 * Decides the case by its items in a way that can be undone: the verdicts are stored, and the decision is
 * applied when its time is over. It must be valid now. A rejection, a proposal to a second person, and a
 * decision with a note are applied at once. Throws what deciding at once throws.
 */
export function decideLater(
  services: Services,
  decision: Decision,
  body: z.output<typeof decideCase.body>,
): Promise<StoredCase> {
  return withLockedCase(services, decision, async (locked) => {
    const { tx, stored, actor, facts, policy, at, origin } = locked
    const marks = {
      actor,
      version: body.version,
      verdicts: body.items.map(verdictOf),
      gaps: await facts.gaps(),
    }
    const command = { ...marks, type: 'decide', ...(await facts.obstacles()), note: body.note } as const
    const outcome = transition(stored.current, command, at, policy)
    if (!outcome.ok) throw caseRefusal(outcome, actor)
    if (AT_ONCE.has(outcome.next.state) || body.note) return moveAndTell(services, locked, command)
    const marked = await moveCase(tx, stored, { ...marks, type: 'mark_items' }, policy, at, origin)
    await storePending(services, { ...locked, stored: marked })
    return marked
  })
}

/**
 * Confirms a proposed approval in a way that can be undone: it is applied when its time is over, and must be
 * valid now. With a note it is applied at once, like a decision. Throws what confirming at once throws, and
 * INVALID_STATE while a colleague's decision is still pending.
 */
export function confirmLater(
  services: Services,
  decision: Decision,
  { version, note }: z.output<typeof confirmApproval.body>,
): Promise<StoredCase> {
  return withLockedCase(services, decision, async (locked) => {
    const { tx, stored, actor, facts, policy, at } = locked
    await requireProposer(tx, services, stored)
    const given = { type: 'confirm_approval', actor, version, note } as const
    const command = { ...given, ...(await facts.statusObstacles()) }
    const outcome = transition(stored.current, command, at, policy)
    if (!outcome.ok) throw caseRefusal(outcome, actor)
    const [pending] = await tx.select().from(pendingDecisions).where(eq(pendingDecisions.caseId, stored.id))
    if (pending && pending.dueAt > at && pending.version === version && pending.decidedBy !== actor.id)
      throw new AppError('INVALID_STATE', 'A colleague has just confirmed this approval.')
    if (note) return moveAndTell(services, locked, command)
    await storePending(services, locked)
    return stored
  })
}

/**
 * Stores the decision on a case as it is now. An earlier one that is overdue and no longer valid is reported to
 * its reviewer.
 */
async function storePending({ jobs }: Pick<Services, 'jobs'>, locked: LockedCase): Promise<void> {
  const { tx, stored, actor, at } = locked
  const [former] = await tx.delete(pendingDecisions).where(eq(pendingDecisions.caseId, stored.id)).returning()
  if (former) await tellLapsed(tx, stored, former, at)
  const dueAt = new Date(at.getTime() + UNDO_SECONDS * 1000)
  const { version } = stored.current
  await tx.insert(pendingDecisions).values({ caseId: stored.id, decidedBy: actor.id, version, dueAt })
  await jobs.enqueue(tx, 'apply-decision', { caseId: stored.id }, { runAfterSeconds: UNDO_SECONDS })
  await record(locked, 'case.decision_pending')
}

/**
 * Undoes a decision that wasn't applied yet. Its verdicts stay with the case. Throws INVALID_STATE if there is
 * none or its time is over, and FORBIDDEN if it is someone else's.
 */
export function undoDecision(services: Services, decision: Decision): Promise<StoredCase> {
  return withLockedCase(services, decision, async (locked) => {
    const { tx, stored, actor, at } = locked
    const [pending] = await tx.select().from(pendingDecisions).where(eq(pendingDecisions.caseId, stored.id))
    // A colleague may have decided meanwhile, and the person was told.
    const isOpen = OPEN_STATES.some((state) => state === stored.current.state)
    if (!pending || pending.dueAt <= at || !isOpen)
      throw new AppError('INVALID_STATE', 'It’s too late to undo this, or it’s undone already.')
    if (pending.decidedBy !== actor.id)
      throw new AppError('FORBIDDEN', 'Only the person who decided can undo it.')
    await tx.delete(pendingDecisions).where(eq(pendingDecisions.caseId, stored.id))
    await record(locked, 'case.decision_undone')
    return stored
  })
}

function record({ tx, stored, actor, at, origin }: LockedCase, type: EventType): Promise<void> {
  return recordEvent(tx, {
    at,
    type,
    actor,
    userId: stored.userId,
    caseId: stored.id,
    subject: `case:${stored.id}`,
    after: { version: stored.current.version },
    origin,
  })
}
