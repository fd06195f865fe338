import { searchSchema, text } from '#web/lib/search-schema.ts'

/** Its words are understood by `filtersOf`. */
export const screeningSearch = searchSchema({
  level: text,
  list: text,
  waiting: text,
  sort: text,
  order: text,
})
