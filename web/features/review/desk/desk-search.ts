import { oneOf, searchSchema, text } from '#web/lib/search-schema.ts'

/**
 * Which of a user's cases, its line, the former version of a document being viewed, the list from which the case was
 * opened, and the dialog to open.
 */
export const deskSearch = searchSchema({
  kind: oneOf('consumer', 'business'),
  line: text,
  document: text,
  list: text,
  ask: text,
})
