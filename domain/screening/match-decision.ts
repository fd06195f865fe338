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
  /** Whether someone has said that it is them, and it was not dismissed since (`wasCalledListed`). */
  wasCalledListed: boolean
  /** Whether it is politically exposed and on no sanctions list. */
  isExposedOnly: boolean
}

export type DecidedMatch =
  /** The verdict takes effect. */
  | { result: 'decided'; state: MatchVerdict }
  /** A second person has to agree. */
  | { result: 'proposed'; state: MatchState; proposal: MatchProposal }
  /**
   * It contradicts what was said last, by someone else or by the same person: of an open match it waits for one more
   * person, and a confirmed one stays confirmed.
   */
  | { result: 'returned'; state: MatchState; proposal: MatchProposal | null }
  | { result: 'refused'; why: 'same_person' | 'no_change' }

/**
 * Returns what follows from a person's verdict on a match (screening, Who decides on a match). Two different people,
 * the last two who spoke, decide by saying the same: calling it the listed person freezes, and nothing that was ever
 * called so is let go of by one person, whatever was said in between. Until then the match is open and blocks
 * approvals; a confirmed one stays confirmed. Where no one has called it the listed person, one may say that it is
 * someone else. One may also decide on people who are only politically exposed: for those, two people approve the case.
 */
export function decideOnMatch(match: DecidableMatch, by: number, verdict: MatchVerdict): DecidedMatch {
  const { state, proposal, wasCalledListed, isExposedOnly } = match
  if (isExposedOnly) return { result: 'decided', state: verdict }
  if (proposal?.state === verdict)
    return proposal.by === by
      ? { result: 'refused', why: 'same_person' }
      : { result: 'decided', state: verdict }
  if (state === 'true' && verdict === 'true')
    return proposal ? { result: 'returned', state, proposal: null } : { result: 'refused', why: 'no_change' }
  if (state !== 'true' && verdict === 'false' && !wasCalledListed && !proposal)
    return { result: 'decided', state: verdict }
  return {
    result: proposal ? 'returned' : 'proposed',
    state: state === 'true' ? 'true' : 'open',
    proposal: { state: verdict, by },
  }
}

/**
 * Whether someone has called a pair the listed person and it was not dismissed since, from all that was said of it,
 * newest first. What was said of a former match of the same pair counts, and so does what someone said who may no
 * longer decide: it confirms nothing, but no one person dismisses it. Another case is decided on its own.
 */
export function wasCalledListed(
  words: readonly {
    said: MatchVerdict
    result: 'decided' | 'proposed' | 'returned'
    of: { isSameCase: boolean } | null
  }[],
): boolean {
  const own = words.filter(({ of }) => of === null || of.isSameCase)
  const dismissed = own.findIndex(({ said, result }) => result === 'decided' && said === 'false')
  return own.slice(0, dismissed === -1 ? undefined : dismissed).some(({ said }) => said === 'true')
}
