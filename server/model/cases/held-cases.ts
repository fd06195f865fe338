import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { OPEN_STATES } from '#contract/verification/case-states.ts'
import { CaseKind } from '#contract/verification/cases.ts'
import { dueAt } from '#domain/cases/review-clock.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { isPersonReachable } from '#server/model/people/unproven-email.ts'
import { cases } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Services } from '#server/services.ts'
import { sendCaseNotice } from './case-notices.ts'
import { lockCase, type StoredCase } from './cases.ts'

/** Whether a case waits for its applicant to confirm an address: submitted, but without a deadline yet. */
export function isHeldForEmail({ current }: StoredCase): boolean {
  return OPEN_STATES.some((state) => state === current.state) && current.dueAt === null
}

/**
 * Holds a just submitted case if no email would reach its applicant: it stays out of the queue, and its
 * deadline doesn't start. Returns the case as it is now. The case must be locked.
 */
export async function holdUnlessReachable(tx: Db, stored: StoredCase): Promise<StoredCase> {
  if (!OPEN_STATES.some((state) => state === stored.current.state)) return stored
  if (await isPersonReachable(tx, stored.userId)) return stored
  await tx.update(cases).set({ dueAt: null }).where(eq(cases.id, stored.id))
  return { ...stored, current: { ...stored.current, dueAt: null } }
}

/**
 * Puts a person's held cases into the queue once an address of theirs is confirmed: the deadline starts now,
 * and they are told. Does nothing if none is held, or while no address is confirmed.
 */
export async function admitHeldCases(services: Services, tx: Db, userId: number): Promise<void> {
  const at = services.now()
  const held = await tx
    .select({ kind: cases.kind })
    .from(cases)
    .where(
      and(
        eq(cases.userId, userId),
        inArray(cases.state, [...OPEN_STATES]),
        isNull(cases.dueAt),
        gt(cases.round, 0),
      ),
    )
    .orderBy(cases.kind)
  if (held.length === 0 || !(await isPersonReachable(tx, userId))) return
  for (const { kind } of held) {
    const stored = await lockCase(tx, userId, CaseKind.parse(kind))
    if (stored && isHeldForEmail(stored)) await admit(services, tx, stored, at)
  }
}

async function admit(services: Services, tx: Db, stored: StoredCase, at: Date): Promise<void> {
  const due = dueAt(at)
  const { userId, id: caseId } = stored
  await tx.update(cases).set({ dueAt: due, updatedAt: at }).where(eq(cases.id, caseId))
  await recordEvent(tx, {
    at,
    type: 'case.admitted',
    actor: { kind: 'system' },
    userId,
    caseId,
    subject: `case:${caseId}`,
    after: { dueAt: due.toISOString() },
  })
  // No one was notified while it was held: for its applicant it is submitted now.
  const before: StoredCase = { ...stored, current: { ...stored.current, state: 'draft' } }
  await sendCaseNotice(services, tx, {
    before,
    after: { ...stored, current: { ...stored.current, dueAt: due } },
  })
}
