import type { MatchState, MatchVerdict } from '#contract/screening/sanctions.ts'

/** A verdict that waits for a second person. */
interface MatchProposal {
  state: MatchVerdict
  by: number
}

/** What a decision needs to know about a match. */
export interface DecidableMatch {
  state: MatchState
  proposal: MatchProposal | null
  /** Whether it is politically exposed and on no sanctions list. */
  isExposedOnly: boolean
}

type MatchDecision =
  /** The verdict takes effect. */
  | { result: 'decided'; state: MatchVerdict }
  /** A second person has to agree. */
  | { result: 'proposed'; state: MatchState; proposal: MatchProposal }
  /** Two people disagree, or one withdrew the verdict: the match is as it was before the first verdict. */
  | { result: 'returned'; state: MatchState }
  | { result: 'refused'; why: 'same_person' | 'no_change' }

/**
 * Returns what follows from a person's verdict on a match (screening, Who decides on a match). Calling it the
 * listed person, or no longer so, takes two people, because it freezes or releases. Until the second one agrees
 * the match is open and blocks approvals; a confirmed one stays confirmed. One person may say that it is someone
 * else, and may also decide on people who are only politically exposed: for those, two people approve the case.
 */
export function decideOnMatch(match: DecidableMatch, by: number, verdict: MatchVerdict): MatchDecision {
  const { state, proposal, isExposedOnly } = match
  if (proposal && proposal.state !== verdict) return { result: 'returned', state }
  if (proposal)
    return proposal.by === by
      ? { result: 'refused', why: 'same_person' }
      : { result: 'decided', state: verdict }
  if (isExposedOnly) return { result: 'decided', state: verdict }
  if (state === 'true' && verdict === 'true') return { result: 'refused', why: 'no_change' }
  if (state !== 'true' && verdict === 'false') return { result: 'decided', state: verdict }
  return {
    result: 'proposed',
    state: state === 'true' ? 'true' : 'open',
    proposal: { state: verdict, by },
  }
}
