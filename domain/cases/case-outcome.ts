import type { CaseState } from '#contract/verification/cases.ts'
import type { Case, CaseCommand, CaseEvent, CaseItem, RefusalReason, Transition } from './case.ts'
import { whoWaits } from './case-waiting.ts'

/** A refusal: the case stays as it is, and the answer names from, to and why. */
export function refuse(current: Case, to: CaseState, why: RefusalReason): Transition {
  return { ok: false, from: current.state, to, why }
}

/**
 * A change: applies it, counts the version up and tells it as one event. What an approval rests on is forgotten with it. A claim belongs to a review, an assignment to
 * a case that waits for reviewers and a proposal to the state that waits for its confirmation: each ends with that.
 */
export function change(
  current: Case,
  command: CaseCommand,
  now: Date,
  changes: Partial<Omit<Case, 'version' | 'lastChange'>>,
  told: Pick<CaseEvent, 'reasons' | 'note' | 'owner' | 'isProposalVoided' | 'approval'> = {},
): Transition {
  const merged = { ...current, ...changes }
  const waiting = whoWaits(merged.state)
  const next: Case = {
    ...merged,
    version: current.version + 1,
    claim: merged.state === 'in_review' ? merged.claim : null,
    assignee: waiting === 'reviewer' || waiting === 'second_reviewer' ? merged.assignee : null,
    proposal: merged.state === 'awaiting_second_approval' ? merged.proposal : null,
    approval: merged.state === 'approved' || merged.state === 'reverification_due' ? merged.approval : null,
    lastChange: { by: command.actor, at: now },
  }
  const event: CaseEvent = {
    type: command.type,
    actor: command.actor,
    at: now,
    before: current.state,
    after: next.state,
    version: next.version,
    round: next.round,
    ...(changes.items && { items: changes.items }),
    ...told,
  }
  return { ok: true, next, events: [event] }
}

/** An item as no one has decided on it. */
export function undecided(item: CaseItem): CaseItem {
  return {
    ...item,
    decision: 'pending',
    reasons: [],
    text: null,
    note: null,
    acceptedBy: null,
    checked: null,
    isFinal: false,
  }
}

/** An accepted item as part of a decision that is made at `now`. */
export function withFinalItems(item: CaseItem, now: Date): CaseItem {
  const checked = item.acceptedBy ? { by: item.acceptedBy, at: now.toISOString() } : null
  return {
    ...item,
    decision: 'accepted',
    reasons: [],
    text: null,
    checked: item.checked ?? checked,
    isFinal: true,
  }
}

/** An item that was approved with the others though no one reviewed it: read-only, and not called accepted. */
export function unreviewed(item: CaseItem): CaseItem {
  return { ...undecided(item), isFinal: true }
}

/** An item that is final without what reviewers have marked since: for its applicant it is as it was. */
export function asSentOut(item: CaseItem): CaseItem {
  return item.decision === 'accepted' ? item : { ...unreviewed(item), checked: item.checked ?? null }
}
