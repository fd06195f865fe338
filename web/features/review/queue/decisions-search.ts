import { searchSchema, text } from '#web/lib/search-schema.ts'

/** `decisionFiltersOf` interprets the values. */
export const decisionsSearch = searchSchema({
  days: text,
  outcome: text,
  signal: text,
  version: text,
  look: text,
  refused: text,
})
