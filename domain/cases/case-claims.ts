import { CLAIM_IDLE_MINUTES, MAX_HELD_CASES } from '#contract/verification/case-limits.ts'
import { SKIP_MINUTES } from '#contract/verification/cases.ts'
import { actingId, mayAct } from '#domain/roles/acting-user.ts'
import type { Case, CommandOf, RefusalReason, Transition } from './case.ts'
import { change, refuse } from './case-outcome.ts'
import { whoWaits } from './case-waiting.ts'

/** Who has a case in hand: by a claim that holds until a moment, or by an assignment, which holds until it is taken back. */
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
 * Makes one reviewer the owner of a review; takes over a claim that lapsed, and a running one where an administrator
 * says so.
 */
export function claim(current: Case, command: CommandOf<'claim'>, now: Date): Transition {
  const to = 'in_review'
  const { actor } = command
  const id = actingId(actor)
  // Claiming what one holds keeps it: clients retry, and a second press changes nothing.
  if (heldClaim(current, now)?.by === id)
    return { ok: true, next: { ...current, claim: { by: id, at: now } }, events: [] }
  const mayTakeOver = command.takeOver === true && mayAct(actor, 'cases.lead')
  const why = mayTakeOver ? null : claimProblem(current, id, now)
  if (why) return refuse(current, to, why)
  return change(current, command, now, { state: to, ...ownedBy(current, id, now) }, { owner: id })
}

/** Whether someone who holds this many cases may be given another by "next". */
export function mayClaimNext(held: number): boolean {
  return held < MAX_HELD_CASES
}

/** When a skipped case is offered again to the reviewer who skipped it; until then others have their chance. */
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

/** Names who is to review a case, or no one; a claim of someone else ends. Only administrators give others work. */
export function assign(current: Case, command: CommandOf<'assign'>, now: Date): Transition {
  const { actor, to } = command
  if (actor.kind !== 'staff' || (!mayAct(actor, 'cases.lead') && to !== actor.id))
    return refuse(current, 'in_review', { code: 'not_permitted' })
  if (to === current.applicantId) return refuse(current, 'in_review', { code: 'reviewer_is_applicant' })
  const claim = current.claim?.by === to ? current.claim : null
  if (to === current.assignee && claim === current.claim) return { ok: true, next: current, events: [] }
  return change(current, command, now, { claim, assignee: to }, { owner: to })
}

/** A case as someone has it in hand who works on it now; an assignment to someone else ends by that. */
export function ownedBy(
  current: Pick<Case, 'assignee'>,
  id: number,
  now: Date,
): Pick<Case, 'claim' | 'assignee'> {
  return { claim: { by: id, at: now }, assignee: current.assignee === id ? id : null }
}

/** Why someone may not work on a case: another reviewer's claim holds. */
export function claimProblem(current: Pick<Case, 'claim'>, id: number, now: Date): RefusalReason | null {
  const held = heldClaim(current, now)
  return held && held.by !== id ? { code: 'claimed_by_other', by: held.by, until: claimedUntil(held) } : null
}

/** Whether a reviewer has the case in hand now, so that what they look at must not change. */
export function isClaimHeld(current: Pick<Case, 'state' | 'claim'>, now: Date): boolean {
  return current.state === 'in_review' && heldClaim(current, now) !== null
}

/**
 * Whether someone has a case at hand, which is reason enough to read its documents: they review it, or it waits for a second word
 * that may be theirs (security R11).
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

/** The claim that still holds; at its last moment it has lapsed. */
function heldClaim({ claim }: Pick<Case, 'claim'>, now: Date): Case['claim'] {
  return claim && claimedUntil(claim) > now ? claim : null
}

/** A claim that ended because its reviewer was idle, and when; null where there was none, or it still holds. */
export function lapsedClaim(
  { state, claim }: Pick<Case, 'state' | 'claim'>,
  now: Date,
): { by: number; at: Date } | null {
  if (state !== 'in_review' || !claim || claimedUntil(claim) > now) return null
  return { by: claim.by, at: claimedUntil(claim) }
}

/** Until when a claim holds; it lapses after 30 idle minutes (cases, Deciding). */
export function claimedUntil(held: { at: Date }): Date {
  return new Date(held.at.getTime() + CLAIM_IDLE_MINUTES * 60_000)
}
