import type { MatchState, MatchVerdict } from '#contract/screening/sanctions.ts'

/** A word that waits for a second person. */
interface MatchProposal {
  state: MatchVerdict
  by: number
}

/** A match as far as a decision looks at it. */
export interface DecidableMatch {
  state: MatchState
  proposal: MatchProposal | null
  /** Politically exposed and on no list of sanctions. */
  isExposedOnly: boolean
}

type MatchDecision =
  /** It is so from now on. */
  | { result: 'decided'; state: MatchVerdict }
  /** A second person has to say the same. */
  | { result: 'proposed'; state: MatchState; proposal: MatchProposal }
  /** Two people don't agree, or one took it back: it is as it was before the first one spoke. */
  | { result: 'returned'; state: MatchState }
  | { result: 'refused'; why: 'same_person' | 'no_change' }

/**
 * What follows when a person says of a match whether it is the listed one (law §3.3). That it is, and that it is no more,
 * takes two people, because it freezes and lets go. Until the second one agrees the match is open and stops approvals; one
 * that is confirmed stays so. That it is another one person may say, and so of those who are merely politically exposed:
 * there two people approve the case.
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
