import { oneOf, searchSchema, text } from '#web/lib/search-schema.ts'

/** Which of a user's cases, its line, a former version of a document that is looked at, and the list that the case was opened from. */
export const deskSearch = searchSchema({
  kind: oneOf('consumer', 'business'),
  line: text,
  document: text,
  list: text,
})
