import { CLAIM_IDLE_MINUTES, MAX_HELD_CASES } from '#contract/verification/case-limits.ts'
import { SKIP_MINUTES } from '#contract/verification/cases.ts'
import { actingId, mayAct } from '#domain/roles/acting-user.ts'
import type { Case, CommandOf, RefusalReason, Transition } from './case.ts'
import { change, refuse } from './case-outcome.ts'
import { whoWaits } from './case-waiting.ts'

/**
 * Who owns a case: by a claim, which ends at `until`, or by an assignment, which holds until it is withdrawn
 * (`until` is null).
 */
export interface CaseOwner {
  by: number
  until: Date | null
}

/** Whose case it is now; null where any reviewer may take it. */
export function caseOwner(current: Pick<Case, 'claim' | 'assignee'>, now: Date): CaseOwner | null {
  const held = heldClaim(current, now)
  if (held) return { by: held.by, until: claimedUntil(held) }
  return current.assignee === null ? null : { by: current.assignee, until: null }
}

/**
 * Makes a reviewer the owner of a review. A lapsed claim of someone else is taken over; a running one only by an
 * administrator who asks for that.
 */
export function claim(current: Case, command: CommandOf<'claim'>, now: Date): Transition {
  const to = 'in_review'
  const { actor } = command
  const id = actingId(actor)
  // Claiming a case again only renews the claim, so that a retry or a double click changes nothing else.
  if (heldClaim(current, now)?.by === id)
    return { ok: true, next: { ...current, claim: { by: id, at: now } }, events: [] }
  const mayTakeOver = command.takeOver === true && mayAct(actor, 'cases.lead')
  const why = mayTakeOver ? null : claimProblem(current, id, now)
  if (why) return refuse(current, to, why)
  return change(current, command, now, { state: to, ...ownedBy(current, id, now) }, { owner: id })
}

/** Whether "next" may give another case to a reviewer who holds this many. */
export function mayClaimNext(held: number): boolean {
  return held < MAX_HELD_CASES
}

/** When a skipped case is offered again to the reviewer who skipped it. */
export function offeredAgainAt(skippedAt: Date): Date {
  return new Date(skippedAt.getTime() + SKIP_MINUTES * 60_000)
}

/** Gives a case back to everyone. No one can give back what another reviewer holds. */
export function release(current: Case, command: CommandOf<'release'>, now: Date): Transition {
  const id = actingId(command.actor)
  const why = claimProblem(current, id, now)
  if (why) return refuse(current, 'in_review', why)
  const assignee = current.assignee === id ? null : current.assignee
  if (!current.claim && assignee === current.assignee) return { ok: true, next: current, events: [] }
  return change(current, command, now, { claim: null, assignee }, { owner: null })
}

/**
 * Assigns a case to a reviewer, or to no one; another reviewer's claim ends. Only administrators assign cases to
 * others.
 */
export function assign(current: Case, command: CommandOf<'assign'>, now: Date): Transition {
  const { actor, to } = command
  if (actor.kind !== 'staff' || (!mayAct(actor, 'cases.lead') && to !== actor.id))
    return refuse(current, 'in_review', { code: 'not_permitted' })
  if (to === current.applicantId) return refuse(current, 'in_review', { code: 'reviewer_is_applicant' })
  const claim = current.claim?.by === to ? current.claim : null
  if (to === current.assignee && claim === current.claim) return { ok: true, next: current, events: [] }
  return change(current, command, now, { claim, assignee: to }, { owner: to })
}

/** Claim and assignee of a case that `id` takes over now; an assignment to someone else ends. */
export function ownedBy(
  current: Pick<Case, 'assignee'>,
  id: number,
  now: Date,
): Pick<Case, 'claim' | 'assignee'> {
  return { claim: { by: id, at: now }, assignee: current.assignee === id ? id : null }
}

/** Why `id` may not work on a case: another reviewer's claim still holds. Null where none does. */
export function claimProblem(current: Pick<Case, 'claim'>, id: number, now: Date): RefusalReason | null {
  const held = heldClaim(current, now)
  return held && held.by !== id ? { code: 'claimed_by_other', by: held.by, until: claimedUntil(held) } : null
}

/** Whether a reviewer is working on the case now, so that what they look at must not change. */
export function isClaimHeld(current: Pick<Case, 'state' | 'claim'>, now: Date): boolean {
  return current.state === 'in_review' && heldClaim(current, now) !== null
}

/**
 * Whether a case gives someone a reason to read its documents: they own its review, or it waits for a second approval
 * that they may give (security R11).
 */
export function isAtHand(
  current: Pick<Case, 'state' | 'claim' | 'assignee' | 'proposal'>,
  id: number,
  now: Date,
): boolean {
  const waiting = whoWaits(current.state)
  if (waiting === 'second_reviewer') return current.proposal !== null && current.proposal.by !== id
  return waiting === 'reviewer' && caseOwner(current, now)?.by === id
}

/** The claim if it still holds; at `claimedUntil` itself it has lapsed. */
export function heldClaim({ claim }: Pick<Case, 'claim'>, now: Date): Case['claim'] {
  return claim && claimedUntil(claim) > now ? claim : null
}

/** Whose claim lapsed because they were idle, and when; null where there is no claim or it still holds. */
export function lapsedClaim(
  { state, claim }: Pick<Case, 'state' | 'claim'>,
  now: Date,
): { by: number; at: Date } | null {
  if (state !== 'in_review' || !claim || claimedUntil(claim) > now) return null
  return { by: claim.by, at: claimedUntil(claim) }
}

/** Until when a claim holds; it lapses after 30 idle minutes (cases, Claims). */
export function claimedUntil(held: { at: Date }): Date {
  return new Date(held.at.getTime() + CLAIM_IDLE_MINUTES * 60_000)
}
