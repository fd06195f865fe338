import type { SignalName } from '#contract/documents/readings.ts'
import { SIGNALS } from '#contract/documents/signal-names.ts'
import { DECISION_OUTCOMES, type DecidedAs } from '#contract/review/decision-outcomes.ts'
import { isDaysText } from '#contract/review/queue-filters.ts'
import { oneOf, searchSchema, wholeNumberParam } from '#web/lib/search-schema.ts'

/** Which decisions the page lists; without days, those of today. */
export interface DecisionsSearch {
  days?: string
  outcome?: DecidedAs
  signal?: SignalName
  version?: number
  look?: 'look_closer' | 'agrees'
  refused?: 'yes'
}

export const decisionsSearch = searchSchema({
  days: (value: unknown) => (typeof value === 'string' && isDaysText(value) ? value : undefined),
  outcome: oneOf(...DECISION_OUTCOMES),
  signal: oneOf(...SIGNALS),
  version: wholeNumberParam,
  look: oneOf('look_closer', 'agrees'),
  refused: oneOf('yes'),
})
