import type { CaseStanding } from '#contract/verification/standing.ts'

/** How a case stands in full: its sentence, and the time that is promised. */
export function sentencesOf({ sentence, promise }: Pick<CaseStanding, 'sentence' | 'promise'>): string {
  return promise ? `${sentence} ${promise.text}` : sentence
}
