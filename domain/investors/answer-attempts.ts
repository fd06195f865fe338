import { UNMET_ANSWERS_PER_DAY } from '#contract/certifications/investor-rules.ts'
import { DAY_MS } from '#domain/plain-date.ts'

/** One set of answers to the questions of a category, and whether they met it. */
export interface AnswerAttempt {
  at: Date
  met: boolean
}

export type AttemptStanding =
  /** How many more sets may fail to meet a category before it waits. */
  { kind: 'open'; left: number } | { kind: 'waiting'; until: Date }

/**
 * Whether someone may answer the investor questions at `now`, by all their attempts under the rules in force. Two sets
 * within a day that met no category close them for a day, so that no one tries figures until some fit.
 */
export function attemptStanding(attempts: readonly AnswerAttempt[], now: Date): AttemptStanding {
  const unmet = attempts
    .filter(({ met }) => !met)
    .map(({ at }) => at.getTime())
    .sort((a, b) => b - a)
  const last = unmet[0]
  const firstOfDay = unmet[UNMET_ANSWERS_PER_DAY - 1]
  if (last !== undefined && firstOfDay !== undefined && last - firstOfDay < DAY_MS) {
    const until = last + DAY_MS
    if (now.getTime() < until) return { kind: 'waiting', until: new Date(until) }
  }
  const today = unmet.filter((at) => now.getTime() - at < DAY_MS)
  return { kind: 'open', left: UNMET_ANSWERS_PER_DAY - today.length }
}
