import { searchSchema, text } from '#web/lib/search-schema.ts'

/** `matchFiltersOf` interprets the values. */
export const screeningSearch = searchSchema({
  level: text,
  list: text,
  waiting: text,
  sort: text,
  order: text,
})
