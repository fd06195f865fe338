import { searchSchema, text } from '#web/lib/search-schema.ts'

/** The tab, the open document, and the dialog that was open before a sign-in. */
export const userSearch = searchSchema({ tab: text, document: text, ask: text })
