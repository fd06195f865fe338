import { searchSchema, text } from '#web/lib/search-schema.ts'

/** `queueFiltersOf` interprets the values. */
export const queueSearch = searchSchema({
  q: text,
  state: text,
  kind: text,
  owner: text,
  due: text,
  sort: text,
  order: text,
  approval: text,
  decided: text,
  heard: text,
  promise: text,
  confirm: text,
  email: text,
})
