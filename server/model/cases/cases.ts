import { and, asc, eq, inArray } from 'drizzle-orm'
import { type CaseKind, CaseState } from '#contract/verification/cases.ts'
import type { Approval, Case, CaseCommand, CasePolicy } from '#domain/cases/case.ts'
import { newCase, transition } from '#domain/cases/case-machine.ts'
import { dueAt } from '#domain/cases/review-clock.ts'
import { decidedSignals, type ShownSignal } from '#domain/reading/decided-signals.ts'
import { actingId } from '#domain/roles/acting-user.ts'
import type { EventType } from '#server/model/audit/event-type.ts'
import { recordEvent } from '#server/model/audit/record-event.ts'
import { type CaseRow, caseSkips, cases } from '#server/model/schema/cases.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Origin } from '#server/platform/http/request-context.ts'
import { caseRefusal } from './case-refusal.ts'
import {
  changeToStore,
  itemsToStore,
  openItems,
  openLastChange,
  openProposal,
  proposalToStore,
} from './case-row.ts'
import { recordLapse, tellStaff } from './case-staff-notices.ts'

/** A case with its database id. */
export interface StoredCase {
  id: number
  userId: number
  current: Case
  decidedAt: Date | null
  decidedBy: number | null
  /** When its applicant was first shown its approval. */
  approvalShownAt: Date | null
}

/** Reads a person's case; undefined if none is started. */
export async function findCase(db: Db, userId: number, kind: CaseKind): Promise<StoredCase | undefined> {
  const [row] = await db
    .select()
    .from(cases)
    .where(and(eq(cases.userId, userId), eq(cases.kind, kind)))
  return row && storedCase(db, row)
}

/** Reads a case by its id; undefined if there is none. */
export async function findCaseById(db: Db, id: number): Promise<StoredCase | undefined> {
  const [row] = await db.select().from(cases).where(eq(cases.id, id))
  return row && storedCase(db, row)
}

/**
 * Locks a person's case until the transaction ends, so that changes follow one another; undefined if none is
 * started.
 */
export async function lockCase(tx: Db, userId: number, kind: CaseKind): Promise<StoredCase | undefined> {
  const [row] = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.userId, userId), eq(cases.kind, kind)))
    .for('update')
  return row && storedCase(tx, row)
}

/** Locks a case by its id; undefined if there is none. */
export async function lockCaseById(tx: Db, id: number): Promise<StoredCase | undefined> {
  const [row] = await tx.select().from(cases).where(eq(cases.id, id)).for('update')
  return row && storedCase(tx, row)
}

/**
 * Locks several cases by their ids until the transaction ends. Skips a case that is locked at this moment, so
 * that no one waits for work that isn't urgent.
 */
export async function lockFreeCases(tx: Db, ids: readonly number[]): Promise<StoredCase[]> {
  const rows = await tx
    .select()
    .from(cases)
    .where(inArray(cases.id, [...ids]))
    .orderBy(asc(cases.id))
    .for('no key update', { skipLocked: true })
  return rows.map((row) => storedCase(tx, row))
}

/** Locks a person's case, creating it as a draft if there is none. */
export async function lockOrStartCase(tx: Db, userId: number, kind: CaseKind, at: Date): Promise<StoredCase> {
  const { state, version, round, roundLimit, items } = newCase(kind, userId)
  await tx
    .insert(cases)
    .values({ userId, kind, state, version, round, roundLimit, items, createdAt: at, updatedAt: at })
    .onConflictDoNothing()
  const stored = await lockCase(tx, userId, kind)
  // The case existed a moment ago: a visitor's application was claimed while this waited for it.
  if (!stored) throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
  return stored
}

const DECISIONS: Partial<Record<CaseState, EventType>> = {
  approved: 'case.approved',
  needs_resubmission: 'case.returned',
  rejected: 'case.rejected',
  awaiting_second_approval: 'case.proposed',
}

function eventTypeOf(command: CaseCommand, before: Case, after: CaseState): EventType {
  switch (command.type) {
    case 'submit':
    case 'resubmit':
      return 'case.submitted'
    case 'mark_items':
      return 'case.verdicts_saved'
    case 'decide':
    case 'set_status':
    case 'confirm_approval':
      return DECISIONS[after] ?? 'case.status_set'
    case 'claim':
      return 'case.claimed'
    case 'release':
      return command.isSkip ? 'case.skipped' : 'case.released'
    case 'assign':
      return 'case.assigned'
    case 'decline_approval':
      return before.proposal?.by === command.actor.id ? 'case.proposal_cancelled' : 'case.proposal_declined'
    case 'mark_reverification_due':
    case 'ask_to_confirm':
      return 'case.confirmation_due'
    case 'confirm_unchanged':
      return 'case.confirmed'
    case 'replace_evidence':
    case 'correct_details':
      return 'case.proposal_voided'
    case 'withdraw':
      return 'case.withdrawn'
    case 'start_again':
      return 'case.started_again'
    case 'expire':
    case 'reopen':
      return 'case.status_set'
    default:
      return command satisfies never
  }
}

/**
 * Applies one command to a locked case and records it, a decision with the signals that were shown. Throws the
 * machine's refusal as a coded error. Nothing else changes the row's state.
 */
export async function moveCase(
  tx: Db,
  stored: StoredCase,
  command: CaseCommand,
  policy: CasePolicy,
  now: Date,
  origin: Origin | undefined,
  shown: readonly ShownSignal[] = [],
): Promise<StoredCase> {
  const outcome = transition(stored.current, command, now, policy)
  if (!outcome.ok) throw caseRefusal(outcome, command.actor)
  const { next } = outcome
  await recordLapse(tx, stored, now)
  const isDecision =
    command.actor.kind === 'staff' &&
    next.state !== stored.current.state &&
    (next.state === 'approved' || next.state === 'rejected' || next.state === 'needs_resubmission')
  const decidedAt = isDecision ? now : stored.decidedAt
  const decidedBy = isDecision ? actingId(command.actor) : stored.decidedBy
  await tx
    .update(cases)
    .set({
      state: next.state,
      version: next.version,
      round: next.round,
      roundLimit: next.roundLimit,
      ...(await itemsToStore(tx, stored.id, next.items)),
      submittedAt: next.submittedAt,
      dueAt: next.dueAt,
      decidedAt,
      decidedBy,
      claimedBy: next.claim?.by ?? null,
      claimedAt: next.claim?.at ?? null,
      assignedTo: next.assignee,
      proposal: proposalToStore(next.proposal),
      approval: next.approval,
      lastChange: changeToStore(next.lastChange),
      confirmBy: next.confirmBy,
      updatedAt: now,
    })
    .where(eq(cases.id, stored.id))
  for (const event of outcome.events) {
    // New files and other data have events of their own; here they increase the version, and may void a
    // proposal.
    if (isToldElsewhere(event.type) && !event.isProposalVoided) continue
    await recordEvent(tx, {
      at: now,
      type: eventTypeOf(command, stored.current, event.after),
      actor: command.actor,
      userId: stored.userId,
      caseId: stored.id,
      subject: `case:${stored.id}`,
      before: { state: event.before },
      after: {
        state: event.after,
        version: event.version,
        round: event.round,
        ...(event.owner !== undefined && { owner: event.owner }),
        items: event.items?.map(({ key, decision, reasons }) => ({ key, decision, reasons })),
        ...(event.approval && { approval: event.approval }),
        ...(shown.length > 0 && { signals: decidedSignals(shown, stored.current.items, next.items) }),
      },
      reasons: event.reasons && [...event.reasons],
      note: event.note,
      origin,
    })
  }
  if (command.type === 'release' && command.isSkip)
    await storeSkip(tx, stored.id, actingId(command.actor), now)
  await tellStaff(tx, { caseId: stored.id, userId: stored.userId, before: stored.current, after: next }, now)
  return { ...stored, current: next, decidedAt, decidedBy }
}

function isToldElsewhere(type: CaseCommand['type']): boolean {
  return type === 'replace_evidence' || type === 'correct_details'
}

/** Remembers that a reviewer skipped a case, so that "next" offers it to others first. */
async function storeSkip(tx: Db, caseId: number, reviewerId: number, skippedAt: Date): Promise<void> {
  await tx
    .insert(caseSkips)
    .values({ caseId, reviewerId, skippedAt })
    .onConflictDoUpdate({ target: [caseSkips.caseId, caseSkips.reviewerId], set: { skippedAt } })
}

/**
 * Transfers a locked case that no one owned yet to a person. Its deadline counts from now on, because no reviewer
 * could see it until now (onboarding, Claimed by two proofs). No state changes, so the machine isn't involved.
 */
export async function transferCase(tx: Db, stored: StoredCase, to: number, now: Date): Promise<StoredCase> {
  const { current } = stored
  const next: Case = {
    ...current,
    applicantId: to,
    version: current.version + 1,
    dueAt: current.dueAt && dueAt(now),
    lastChange: current.lastChange && { ...current.lastChange, by: { kind: 'user', id: to } },
  }
  await tx
    .update(cases)
    .set({
      userId: to,
      version: next.version,
      dueAt: next.dueAt,
      lastChange: changeToStore(next.lastChange),
      updatedAt: now,
    })
    .where(eq(cases.id, stored.id))
  return { ...stored, userId: to, current: next }
}

/** A case as its row stores it. */
export function storedCase(db: Db, row: CaseRow): StoredCase {
  return {
    id: row.id,
    userId: row.userId,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedBy,
    approvalShownAt: row.approvalShownAt,
    current: {
      kind: row.kind === 'business' ? 'business' : 'consumer',
      state: CaseState.parse(row.state),
      version: row.version,
      applicantId: row.userId,
      items: openItems(db, row),
      round: row.round,
      roundLimit: row.roundLimit,
      submittedAt: row.submittedAt,
      dueAt: row.dueAt,
      claim: row.claimedBy !== null && row.claimedAt ? { by: row.claimedBy, at: row.claimedAt } : null,
      assignee: row.assignedTo,
      proposal: openProposal(row),
      approval: row.approval as Approval | null,
      lastChange: openLastChange(row),
      confirmBy: row.confirmBy,
    },
  }
}
