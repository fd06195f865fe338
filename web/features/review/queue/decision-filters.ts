import type { SignalName } from '#contract/documents/readings.ts'
import { SIGNALS } from '#contract/documents/signal-names.ts'
import { DECISION_OUTCOMES, type DecidedAs } from '#contract/review/decision-outcomes.ts'
import { isDaysText } from '#contract/review/queue-filters.ts'
import { oneOf, wholeNumberParam } from '#web/lib/search-schema.ts'
import type { decisionsSearch } from './decisions-search.ts'

/** Which decisions the page lists; without days, those of today. */
export interface DecisionListFilters {
  days?: string | undefined
  outcome?: DecidedAs | undefined
  signal?: SignalName | undefined
  version?: number | undefined
  look?: 'look_closer' | 'agrees' | undefined
  refused?: '1' | undefined
}

/** Returns the filters that a URL names, ignoring invalid ones. */
export function decisionFiltersOf(search: ReturnType<typeof decisionsSearch>): DecisionListFilters {
  return {
    days: search.days && isDaysText(search.days) ? search.days : undefined,
    outcome: oneOf(...DECISION_OUTCOMES)(search.outcome),
    signal: oneOf(...SIGNALS)(search.signal),
    version: wholeNumberParam(search.version),
    look: oneOf('look_closer', 'agrees')(search.look),
    refused: oneOf('1')(search.refused),
  }
}

/** Returns the search parameters of a list of decisions. */
export function decisionsSearchOf({ version, ...texts }: DecisionListFilters) {
  return { ...texts, version: version === undefined ? undefined : String(version) }
}
