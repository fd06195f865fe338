import type { CaseState, ItemKey } from '#contract/verification/cases.ts'
import type { Case, CaseCommand, CaseEvent, CaseItem, RefusalReason, Transition } from './case.ts'
import { isWithUs } from './case-waiting.ts'

/** Returns a refusal: the case is unchanged, and the answer gives from, to and why. */
export function refuse(current: Case, to: CaseState, why: RefusalReason): Transition {
  return { ok: false, from: current.state, to, why }
}

/**
 * Applies a change, increments the version and reports it as one event. The approval's basis is cleared. A claim
 * belongs to a review, an assignment to a case waiting for reviewers, and a proposal to the state waiting for its
 * confirmation: each ends with that state.
 */
export function change(
  current: Case,
  command: CaseCommand,
  now: Date,
  changes: Partial<Omit<Case, 'version' | 'lastChange'>>,
  told: Pick<CaseEvent, 'reasons' | 'note' | 'owner' | 'isProposalVoided' | 'approval'> = {},
): Transition {
  const merged = { ...current, ...changes }
  const next: Case = {
    ...merged,
    version: current.version + 1,
    claim: merged.state === 'in_review' ? merged.claim : null,
    assignee: isWithUs(merged.state) ? merged.assignee : null,
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

/** Returns an item for which nothing was given. */
export function emptyItem(key: ItemKey): CaseItem {
  return {
    key,
    decision: 'pending',
    reasons: [],
    text: null,
    note: null,
    evidence: null,
    refused: [],
    acceptedBy: null,
    checked: null,
    isFinal: false,
  }
}

/** Returns an item without any verdict. */
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

/** Returns an accepted item as part of a decision made at `now`. */
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

/** Returns an item approved with the others without a review: read-only, and not marked as accepted. */
export function unreviewed(item: CaseItem): CaseItem {
  return { ...undecided(item), isFinal: true }
}

/** Returns a final item without what reviewers have marked since: its applicant sees it unchanged. */
export function asSentOut(item: CaseItem): CaseItem {
  return item.decision === 'accepted' ? item : { ...unreviewed(item), checked: item.checked ?? null }
}
