import { oneOf, searchSchema, text } from '#web/lib/search-schema.ts'

/** Which of a user's cases, its line, and a former version of a document that is looked at. */
export const deskSearch = searchSchema({ kind: oneOf('consumer', 'business'), line: text, document: text })
